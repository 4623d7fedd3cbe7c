// One connection's awareness state: what a client may say about itself, and what the server stamps on it.
import { z } from 'zod'
import { participantSchema } from '../access/participant.ts'
import { entryIdSchema } from '../entry/ids.ts'
import { caretSchema } from './caret.ts'

/** The part a client sets. Everything else in its state is dropped (AW3). */
export const presenceInputSchema = z.object({
  /** Where the participant stands; null before the first entry. */
  leafId: entryIdSchema.nullable().default(null),
  /** What the participant looks at, when that is not the leaf. */
  viewId: entryIdSchema.nullable().optional(),
  /** The entry at the top of what the participant reads; null at the end, where new text goes on appearing. */
  readingId: entryIdSchema.nullable().optional(),
  /** Writing a prompt at the leaf. */
  writing: z.boolean().optional(),
  /** Here, but with the page out of sight or nobody at it. */
  away: z.boolean().optional(),
  /** In a shared prompt. What is no caret is dropped, and the rest of the state stands (AW21). */
  caret: caretSchema.nullable().optional().catch(undefined),
})
export type PresenceInput = z.infer<typeof presenceInputSchema>

/** What others receive: the input with the identity the server knows for the connection. */
export const presenceSchema = presenceInputSchema.extend({ user: participantSchema })
export type Presence = z.infer<typeof presenceSchema>
