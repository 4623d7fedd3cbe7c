// notice := 105 body(varString JSON): something the people on this connection should know.
import { z } from 'zod'
import { entryIdSchema } from '../entry/ids.ts'

export const noticeSchema = z.discriminatedUnion('kind', [
  /** The server is about to stop; the connection will be closed as transient. */
  z.object({ kind: z.literal('draining') }),
  /** The server carried the participant's leaf along with a run that they started (RN3). */
  z.object({ kind: z.literal('leaf'), from: entryIdSchema.nullable(), to: entryIdSchema }),
  /** The log does not take writes at the moment; they wait. */
  z.object({ kind: z.literal('waiting'), message: z.string() }),
])
export type Notice = z.infer<typeof noticeSchema>
