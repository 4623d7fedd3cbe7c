// One call to the server's HTTP API from the page it served: JSON in, JSON out, every failure a SessionError.
import { isErrorCode, SessionError } from '@coppice/shared'
import { z } from 'zod'

const errorBodySchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

interface RequestOptions<S extends z.ZodType> {
  readonly schema: S
  readonly method?: 'GET' | 'POST' | 'DELETE'
  /** Sent as JSON. */
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/**
 * Sends the request with the browser's cookie and checks the answer.
 * Rejects with a SessionError whose message is fit for the screen; with an AbortError when the signal says so.
 */
export async function request<S extends z.ZodType>(path: string, options: RequestOptions<S>): Promise<z.infer<S>> {
  const headers = new Headers({ Accept: 'application/json' })
  const init: RequestInit = { method: options.method ?? 'GET', headers }
  if (options.body !== undefined) {
    headers.set('Content-Type', 'application/json')
    init.body = JSON.stringify(options.body)
  }
  if (options.signal !== undefined) init.signal = options.signal
  const response = await reach(path, init)
  const text = await response.text()
  if (!response.ok) throw errorFrom(response.status, text)
  const parsed = options.schema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new SessionError('internal', 'The server gave an answer this page does not understand. Load the page again.', {
    cause: parsed.error,
  })
}

/** As `fetch`, but a server that cannot be reached is a SessionError as well. */
export async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { credentials: 'same-origin', ...init })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw unreachable(error)
  }
}

export function unreachable(cause?: unknown): SessionError {
  return new SessionError(
    'overloaded',
    'The server cannot be reached. Check that Coppice is running, then try again.',
    {
      cause,
    },
  )
}

/** The failure that an answer with an error status stands for. */
export function errorFrom(status: number, text: string): SessionError {
  const body = errorBodySchema.safeParse(parseJson(text))
  if (body.success) {
    const { code, message } = body.data.error
    return new SessionError(isErrorCode(code) ? code : 'internal', message)
  }
  if (status === 401) return new SessionError('unauthenticated', 'You are not signed in here.')
  if (status === 404) return new SessionError('not_found', 'The server does not know this address.')
  if (status === 413) return new SessionError('too_large', 'This is larger than the server takes.')
  if (status >= 502 && status <= 504) return unreachable()
  return new SessionError('internal', `The server answered with status ${status}. Try again.`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
