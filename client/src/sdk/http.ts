// One call to the server's HTTP API: JSON in, checked JSON or a file out, and every failure a SessionError.
import { isErrorCode, SessionError, type ErrorCode } from '@coppice/shared'
import { z } from 'zod'
import type { Environment } from './environment.ts'
import { ACTING, EXPORTING, patiently, READING, type Heard, type Wait } from './patience.ts'

export interface HttpOptions {
  /** Origin of the server. */
  readonly url: string
  /** Owner or agent token; without it the browser's cookie is used. */
  readonly token?: string
  readonly fetch: typeof fetch
  readonly setTimer: Environment['setTimer']
  /** Hears the `Date` header of each answer; null where the browser hides it. */
  readonly onDate?: (date: string | null) => void
}

export interface HttpRequest<S extends z.ZodType> {
  readonly schema: S
  readonly method?: 'GET' | 'POST' | 'DELETE'
  /** Sent as JSON; a Blob is sent as it is. */
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /** By default that of its method. */
  readonly wait?: Wait
}

const errorBodySchema = z.object({
  error: z.object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()).optional() }),
})

export class Http {
  readonly #options: HttpOptions

  constructor(options: HttpOptions) {
    this.#options = options
  }

  /** The address of a path that starts with a slash. */
  address(path: string): string {
    return this.#options.url.replace(/\/+$/, '') + path
  }

  headers(): Record<string, string> {
    const { token } = this.#options
    return token === undefined ? {} : { Authorization: `Bearer ${token}` }
  }

  /** Rejects with a SessionError, or with the signal's reason when the caller gave up. */
  async send<S extends z.ZodType>(path: string, request: HttpRequest<S>): Promise<z.infer<S>> {
    const { method = 'GET', body, signal, wait = method === 'GET' ? READING : ACTING } = request
    const headers: Record<string, string> = { Accept: 'application/json', ...this.headers() }
    const init: RequestInit = { method, headers, credentials: 'same-origin' }
    if (body instanceof Blob) init.body = body
    else if (body !== undefined) {
      init.body = JSON.stringify(body)
      headers['Content-Type'] = 'application/json'
    }
    const { status, text } = await this.wait(wait, signal, async (ended, heard) => {
      const response = await this.#fetch(path, { ...init, signal: ended }, heard)
      return { status: response.status, text: await response.text() }
    })
    return readAnswer(status, text, request.schema)
  }

  /** A file. Rejects as `send` does. */
  load(path: string, signal?: AbortSignal): Promise<Blob> {
    const init: RequestInit = { headers: this.headers(), credentials: 'same-origin' }
    return this.wait(EXPORTING, signal, async (ended, heard) => {
      const response = await this.#fetch(path, { ...init, signal: ended }, heard)
      if (!response.ok) throw errorFrom(response.status, await response.text())
      return response.blob()
    })
  }

  /** Waits for a call as `patiently` does. What fails otherwise is a server that cannot be reached. */
  async wait<T>(
    wait: Wait,
    signal: AbortSignal | undefined,
    call: (signal: AbortSignal, heard: Heard) => Promise<T>,
  ): Promise<T> {
    try {
      return await patiently({ wait, signal, setTimer: this.#options.setTimer }, call)
    } catch (error) {
      signal?.throwIfAborted()
      throw error instanceof SessionError ? error : unreachable(error)
    }
  }

  /** An answer whose body is heard as it is read. */
  async #fetch(path: string, init: RequestInit, heard: Heard): Promise<Response> {
    const response = await this.#options.fetch(this.address(path), init)
    heard()
    this.#options.onDate?.(response.headers.get('Date'))
    if (response.body === null) return response
    const listening = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (bytes, controller) => {
        heard()
        controller.enqueue(bytes)
      },
    })
    const { status, headers } = response
    return new Response(response.body.pipeThrough(listening), { status, headers })
  }
}

/** The checked body of an answer. Throws the SessionError that an answer with an error status stands for. */
export function readAnswer<S extends z.ZodType>(status: number, text: string, schema: S): z.infer<S> {
  if (status < 200 || status > 299) throw errorFrom(status, text)
  const parsed = schema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new SessionError('internal', 'The server gave an answer that is not understood here. Load the page again.', {
    cause: parsed.error,
  })
}

function unreachable(cause?: unknown): SessionError {
  return new SessionError('overloaded', 'The server cannot be reached. Check your connection, then try again.', {
    cause,
  })
}

function errorFrom(status: number, text: string): SessionError {
  const body = errorBodySchema.safeParse(parseJson(text))
  if (!body.success)
    return new SessionError(codeOfStatus(status), `The server answered with status ${status}. Try again later.`)
  const { code, message, details } = body.data.error
  return new SessionError(
    isErrorCode(code) ? code : codeOfStatus(status),
    message,
    details === undefined ? {} : { details },
  )
}

/** For answers that are not the server's own: a proxy's, or those of a server of another kind. */
function codeOfStatus(status: number): ErrorCode {
  switch (status) {
    case 401:
      return 'unauthenticated'
    case 403:
      return 'forbidden'
    case 404:
      return 'not_found'
    case 413:
      return 'too_large'
    case 429:
      return 'rate_limited'
    default:
      return status >= 500 ? 'overloaded' : 'bad_request'
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // reason: what is not JSON is no answer of ours, which is what the schemas then say
    return undefined
  }
}
