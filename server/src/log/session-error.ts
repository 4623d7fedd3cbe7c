// From a failure of the storage to the error the rest of the product knows.
import { SessionError } from '@coppice/shared'
import type { Failure } from './log-failures.ts'

export function sessionError({ code, message, details, cause }: Failure): SessionError {
  return new SessionError(code, message, { ...(details && { details }), cause })
}
