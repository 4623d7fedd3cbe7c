// hello := 100 body(varString JSON): the first frame to a connection that announced our frames.
import { z } from 'zod'
import { participantSchema } from '../access/participant.ts'
import { ROLES } from '../access/roles.ts'
import { entryIdSchema, sessionIdSchema } from '../entry/ids.ts'

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
  }),
})
export type Hello = z.infer<typeof helloSchema>
