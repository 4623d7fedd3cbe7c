// rejected := 103 body(varString JSON): sent right before the close with the code's 44xx number.
import { z } from 'zod'
import { isErrorCode, type ErrorCode } from '../errors.ts'

export const rejectedSchema = z.object({
  code: z.custom<ErrorCode>(isErrorCode),
  message: z.string(),
  /** The refused entry, where one entry is to blame. */
  entryId: z.string().optional(),
  /** Number of the refused sync frame of this connection, as in `saved`. */
  frame: z.number().int().nonnegative(),
})
export type Rejected = z.infer<typeof rejectedSchema>
