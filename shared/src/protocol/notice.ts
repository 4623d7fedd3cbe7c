// notice := 105 body(varString JSON): something the people on this connection should know.
import { z } from 'zod'
import { entryIdSchema, participantIdSchema } from '../entry/ids.ts'
import { isErrorCode, type ErrorCode } from '../errors.ts'

const errorCodeSchema = z.custom<ErrorCode>(isErrorCode)

export const noticeSchema = z.discriminatedUnion('kind', [
  /** The server is about to stop; the connection will be closed as transient. */
  z.object({ kind: z.literal('draining') }),
  /** The server carried the participant's leaf along with a run that they started (RN3). */
  z.object({ kind: z.literal('leaf'), from: entryIdSchema.nullable(), to: entryIdSchema }),
  /** The log does not take writes at the moment; they wait. */
  z.object({ kind: z.literal('waiting'), message: z.string() }),
  /**
   * The desk starts over for this connection, under this epoch: what it sends is not read until it says step 1 again,
   * from a fresh doc. `code` and `message` where what it typed was the reason.
   */
  z.object({
    kind: z.literal('desk'),
    desk: z.string(),
    code: errorCodeSchema.optional(),
    message: z.string().optional(),
  }),
  /** The answer to open-prompt, send-prompt or discard-prompt of this connection. It never ends the connection. */
  z.object({
    kind: z.literal('prompt'),
    act: z.enum(['open', 'send', 'discard']),
    outcome: z.enum(['opened', 'sent', 'discarded', 'refused']),
    /** The prompt; when another one was open at that place, that one's id, and `asked` is the id asked for. */
    id: entryIdSchema,
    asked: entryIdSchema.optional(),
    /** Refused because somebody else was first: who. */
    by: participantIdSchema.optional(),
    /** Discarded: the last text. */
    text: z.string().optional(),
    code: errorCodeSchema.optional(),
    message: z.string().optional(),
  }),
])
export type Notice = z.infer<typeof noticeSchema>
export type DeskNotice = Extract<Notice, { readonly kind: 'desk' }>
export type PromptNotice = Extract<Notice, { readonly kind: 'prompt' }>
