// Parses what comes in, once, at the edge: wrappers that refuse in our own words and describe themselves to OpenAPI.
import { SessionError, sizeWords } from '@coppice/shared'
import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { validator } from 'hono-openapi'
import type { z } from 'zod'
import type { AppContext, AppEnv } from './env.ts'
import { issueWords } from './issue-words.ts'
import { checkJson } from './json-words.ts'

/** Largest JSON body of an ordinary request, in bytes. */
const MAX_BODY_BYTES = 64 * 1024

interface Issue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

type Outcome = { readonly success: true } | { readonly success: false; readonly error: readonly Issue[] }

/** Throws `bad_request`, naming the field that is wrong. */
function refuseInvalid(outcome: Outcome): void {
  if (outcome.success) return
  const [issue] = outcome.error
  const path = (issue?.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part))
  const field = path.join('.')
  throw new SessionError('bad_request', `${field === '' ? 'body' : field}: ${issueWords(issue)}`, {
    details: { field },
  })
}

/** A middleware after which `c.req.valid(target)` has what the schema makes of it. */
type Checked<Target extends 'query' | 'json', S extends z.ZodType> = ReturnType<
  typeof validator<S, Target, AppEnv, string>
>

/** Checks the query. */
export function query<S extends z.ZodType>(schema: S): Checked<'query', S> {
  return validator('query', schema, refuseInvalid)
}

/** Checks a JSON body; a missing one counts as `{}`. */
export function jsonBody<S extends z.ZodType>(schema: S): Checked<'json', S> {
  return validator('json', schema, refuseInvalid)
}

/**
 * Refuses a body that is not said to be JSON, which curl does without a header (`unsupported_format`), and one above
 * the limit (`too_large`). Stands before `jsonBody`.
 */
export function jsonOnly(maxBytes: number = MAX_BODY_BYTES): MiddlewareHandler<AppEnv> {
  const limit = bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new SessionError(
        'too_large',
        `The body is larger than ${sizeWords(maxBytes)}. Send it in smaller pieces.`,
        {
          details: { maxBytes },
        },
      )
    },
  })
  return async (c, next) => {
    const isJson = /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(c.req.header('content-type') ?? '')
    if (!hasBody(c)) {
      if (isJson) checkJson('')
      // The limit cannot read a body that is not there.
      return next()
    }
    if (!isJson)
      throw new SessionError(
        'unsupported_format',
        'Send the body as JSON, with the header Content-Type: application/json.',
      )
    return limit(c, async () => {
      checkJson(await c.req.text())
      await next()
    })
  }
}

function hasBody(c: AppContext): boolean {
  return (c.req.header('content-length') ?? '0') !== '0' || c.req.header('transfer-encoding') !== undefined
}
