// What a final close means, for a connection that was told nothing else.
import { ERROR_TABLE, isErrorCode, SessionError, type ErrorCode } from '@coppice/shared'

/** The first error of the table with this close code stands for all of them; the reason is the server's own words. */
export function refusalOf(closeCode: number, reason: string): SessionError {
  return new SessionError(
    codeOf(closeCode),
    reason === '' ? 'The server ended this session for good. Load the page again.' : reason,
  )
}

function codeOf(closeCode: number): ErrorCode {
  for (const [code, { close }] of Object.entries(ERROR_TABLE)) if (close === closeCode && isErrorCode(code)) return code
  return 'forbidden'
}
