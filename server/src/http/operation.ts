// Describes an operation for /api/openapi.json.
import { ERROR_TABLE, type ErrorCode } from '@coppice/shared'
import type { MiddlewareHandler } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import type { z } from 'zod'
import { errorBodySchema } from './error-handler.ts'

export interface Operation {
  readonly summary: string
  readonly tag: string
  readonly status: number
  /** The JSON answer; without it the answer is described in words alone. */
  readonly answer?: z.ZodType
  readonly description?: string
  /** What is answered under another status, where the caller asks for that. */
  readonly instead?: { readonly status: number; readonly description: string; readonly answer: z.ZodType }
  /** A body that is a file; JSON bodies describe themselves. */
  readonly file?: { readonly description: string; readonly types: readonly string[] }
  /** Codes the caller should expect beside `internal` and `storage`. */
  readonly errors?: readonly ErrorCode[]
}

export function operation(spec: Operation): MiddlewareHandler {
  const byStatus = Map.groupBy(spec.errors ?? [], (code) => ERROR_TABLE[code].status)
  const failures = [...byStatus].map(([status, codes]) => [status, body(codes.join(', '), errorBodySchema)] as const)
  return describeRoute({
    summary: spec.summary,
    tags: [spec.tag],
    ...(spec.file === undefined ? {} : { requestBody: fileBody(spec.file) }),
    responses: {
      [spec.status]: body(spec.description ?? spec.summary, spec.answer),
      ...(spec.instead === undefined
        ? {}
        : { [spec.instead.status]: body(spec.instead.description, spec.instead.answer) }),
      ...Object.fromEntries(failures),
    },
  })
}

function fileBody({ description, types }: NonNullable<Operation['file']>) {
  const content = types.map((type) => [type, { schema: { type: 'string' as const, format: 'binary' } }] as const)
  return { description, required: true, content: Object.fromEntries(content) }
}

function body(description: string, schema: z.ZodType | undefined) {
  if (schema === undefined) return { description }
  return { description, content: { 'application/json': { schema: resolver(schema) } } }
}
