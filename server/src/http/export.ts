// GET /api/sessions/:id/export: the session as a file of another program.
import { entryIdSchema, readMeta, SessionError, type EntryId } from '@coppice/shared'
import { exportMarkdown, exportPi } from '@coppice/shared/formats'
import { Hono } from 'hono'
import { z } from 'zod'
import type { HttpDeps, LiveRoom } from './deps.ts'
import type { AppEnv } from './env.ts'
import { fileNameHeader } from './file-name.ts'
import { may } from './guard.ts'
import { operation } from './operation.ts'
import { query } from './validate.ts'

interface ExportedFile {
  readonly text: string
  readonly mediaType: string
  readonly ending: string
}

export function exportRoutes({ access, rooms }: HttpDeps): Hono<AppEnv> {
  return new Hono<AppEnv>().get(
    '/',
    operation({
      summary: 'The session as a file: `pi` has the whole tree, `markdown` the path to `leaf`',
      tag: 'sessions',
      status: 200,
      errors: ['bad_request', 'unauthenticated', 'not_found', 'unsupported_format'],
    }),
    may(access, 'read'),
    query(z.object({ format: z.enum(['pi', 'markdown', 'html', 'json']), leaf: entryIdSchema.optional() })),
    async (c) => {
      const { format, leaf } = c.req.valid('query')
      const { session, visitor } = c.var
      if (format === 'html' || format === 'json')
        throw new SessionError('unsupported_format', `The export as ${format} is not there yet. Use pi or markdown.`)
      const { file, title } = await rooms.use(session, (room) => {
        const standing = (): EntryId | null => {
          const last = room.lastLeaf(visitor.participant.id)
          return last === undefined ? room.index.newestTip() : last
        }
        const file = format === 'pi' ? toPi(room, leaf) : toMarkdown(room, leaf ?? standing())
        return { file, title: room.title }
      })
      return c.body(file.text, 200, {
        'Content-Type': file.mediaType,
        'Content-Disposition': fileNameHeader(title, file.ending),
      })
    },
  )
}

function toPi(room: LiveRoom, leafId: EntryId | undefined): ExportedFile {
  const meta = {
    sessionId: room.session,
    createdAt: room.createdAt,
    header: readMeta(room.doc)?.header ?? null,
    title: room.title,
  }
  const text = exportPi(room.index, meta, leafId === undefined ? {} : { leafId })
  return { text, mediaType: 'application/jsonl; charset=utf-8', ending: 'jsonl' }
}

function toMarkdown(room: LiveRoom, leafId: EntryId | null): ExportedFile {
  const people = room.people()
  const text = exportMarkdown(room.index, leafId, {
    title: room.title,
    nameOf: (author) => people.get(author)?.name ?? author,
  })
  return { text, mediaType: 'text/markdown; charset=utf-8', ending: 'md' }
}
