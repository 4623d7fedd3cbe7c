// Turns what a handler threw into the error body of the contract. One of the three places where an unknown error
// becomes `internal`; the others are the connection and the run.
import { ERROR_TABLE, SessionError, type ErrorCode } from '@coppice/shared'
import type { ErrorHandler, NotFoundHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import type { Logger } from '../logger.ts'
import type { Meter } from '../metrics/meter.ts'
import type { AppContext, AppEnv } from './env.ts'
import { requestFacts } from './request-log.ts'

/** The body of every error. */
export const errorBodySchema = z.object({
  error: z.object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()).optional() }),
})

export function createErrorHandler(logger: Logger, meter: Meter): ErrorHandler<AppEnv> {
  return (error, c) => {
    const expected = toSessionError(error)
    const code = expected?.code ?? 'internal'
    meter.refused(code)
    const line = { ...requestFacts(c), code }
    if (expected === undefined) logger.error({ ...line, err: error }, 'request failed')
    else if (ERROR_TABLE[code].status >= 500) logger.warn({ ...line, err: expected }, 'request failed')
    else logger.debug(line, 'request refused')
    return respond(
      c,
      expected ??
        new SessionError('internal', 'Something went wrong on the server. Try again; the server’s log says more.'),
    )
  }
}

/** 404 as JSON, for paths under /api that are no part of it. */
export const answerNotFound: NotFoundHandler<AppEnv> = (c) =>
  respond(
    c,
    new SessionError(
      'not_found',
      `${c.req.method} ${c.req.path} is not part of this API. See /api/openapi.json for what is.`,
    ),
  )

function respond(c: AppContext, error: SessionError): Response {
  const { code, message, details } = error
  const kind = ERROR_TABLE[code]
  if (code === 'unauthenticated') c.header('WWW-Authenticate', 'Bearer')
  c.header('Cache-Control', 'no-store')
  return c.json({ error: { code, message, ...(details === undefined ? {} : { details }) } }, kind.status)
}

function toSessionError(error: unknown): SessionError | undefined {
  if (error instanceof SessionError) return error
  if (!(error instanceof HTTPException)) return undefined
  const code = codeOf(error.status)
  return code === undefined ? undefined : new SessionError(code, error.message, { cause: error })
}

/** The framework's own refusals (malformed JSON and the like) by their status. */
function codeOf(status: ContentfulStatusCode): ErrorCode | undefined {
  if (status === 400) return 'bad_request'
  if (status === 413) return 'too_large'
  return undefined
}
