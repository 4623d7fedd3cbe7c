// The one table of expected failures: each code with its HTTP status, its close code, and whether trying again helps.
// docs/PROTOCOL.md repeats it; a test compares the two.

interface ErrorKind {
  /** HTTP status. */
  readonly status: number
  /** WebSocket close code: 44xx is final for the stock client, 1012, 1013 and 45xx are transient. */
  readonly close: number
  readonly retry: boolean
}

export const ERROR_TABLE = {
  bad_request: { status: 400, close: 4400, retry: false },
  malformed: { status: 400, close: 4400, retry: false },
  unauthenticated: { status: 401, close: 4401, retry: false },
  forbidden: { status: 403, close: 4403, retry: false },
  origin_refused: { status: 403, close: 4403, retry: false },
  forbidden_content: { status: 403, close: 4403, retry: false },
  author_forged: { status: 403, close: 4403, retry: false },
  not_found: { status: 404, close: 4404, retry: false },
  conflict: { status: 409, close: 4409, retry: false },
  client_taken: { status: 409, close: 4409, retry: false },
  id_used: { status: 409, close: 4409, retry: false },
  out_of_step: { status: 409, close: 4409, retry: false },
  gone: { status: 410, close: 4410, retry: false },
  too_large: { status: 413, close: 4413, retry: false },
  unsupported_format: { status: 415, close: 4415, retry: false },
  entry_invalid: { status: 422, close: 4422, retry: false },
  parent_missing: { status: 422, close: 4422, retry: false },
  time_out_of_bounds: { status: 422, close: 4422, retry: false },
  invalid_file: { status: 422, close: 4422, retry: false },
  rate_limited: { status: 429, close: 4529, retry: true },
  internal: { status: 500, close: 4500, retry: true },
  storage: { status: 503, close: 1013, retry: true },
  overloaded: { status: 503, close: 1013, retry: true },
  stopping: { status: 503, close: 1012, retry: true },
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof ERROR_TABLE

export interface SessionErrorOptions {
  readonly details?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/** Every expected failure. `message` is for a person: what happened, to what, and what to do. */
export class SessionError extends Error {
  readonly code: ErrorCode
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(code: ErrorCode, message: string, options: SessionErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'SessionError'
    this.code = code
    this.details = options.details
  }
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERROR_TABLE, value)
}
