// One connection's awareness state: what a client may say about itself, and what the server stamps on it.
import { z } from 'zod'
import { participantSchema } from '../access/participant.ts'
import { entryIdSchema } from '../entry/ids.ts'

/** The part a client sets. Everything else in its state is dropped (AW3). */
export const presenceInputSchema = z.object({
  /** Where the participant stands; null before the first entry. */
  leafId: entryIdSchema.nullable().default(null),
  /** What the participant looks at, when that is not the leaf. */
  viewId: entryIdSchema.nullable().optional(),
  /** Writing a prompt at the leaf. */
  writing: z.boolean().optional(),
})
export type PresenceInput = z.infer<typeof presenceInputSchema>

/** What others receive: the input with the identity the server knows for the connection. */
export const presenceSchema = presenceInputSchema.extend({ user: participantSchema })
export type Presence = z.infer<typeof presenceSchema>
