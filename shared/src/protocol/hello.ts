// hello := 100 body(varString JSON): the first frame to a connection that announced our frames.
import { z } from 'zod'
import { participantSchema } from '../access/participant.ts'
import { ROLES } from '../access/roles.ts'
import { entryIdSchema, sessionIdSchema } from '../entry/ids.ts'

const rateSchema = z.object({
  /** At once. */
  burst: z.number(),
  perSecond: z.number(),
})

export const helloSchema = z.object({
  version: z.literal(1),
  session: sessionIdSchema,
  incarnation: z.string(),
  participant: participantSchema,
  role: z.enum(ROLES),
  /** The participant's last known leaf; null when there is none, absent when they were never here. */
  leafId: entryIdSchema.nullable().optional(),
  /** Sequence number of the last committed entry. */
  head: z.number().int().nonnegative(),
  /** The desk's epoch: what was synced under another one is not built upon (DK10). */
  desk: z.string(),
  /** The server's clock, Unix ms. */
  nowMs: z.number(),
  limits: z.object({
    frameBytes: z.number(),
    entryBytes: z.number(),
    sessionBytes: z.number(),
    clockAheadMs: z.number(),
    /** Open at once in this session: of one participant, and of everyone. A server of an earlier version says none. */
    connections: z.object({ participant: z.number(), session: z.number() }).optional(),
    /** Of one connection: bytes of all frames, and frames of each kind. Who sends more is read more slowly. */
    rates: z.object({ bytes: rateSchema, sync: rateSchema, desk: rateSchema, awareness: rateSchema }).optional(),
  }),
})
export type Hello = z.infer<typeof helloSchema>
