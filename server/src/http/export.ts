// GET /api/sessions/:id/export: the session as a file.
import { entryIdSchema, readMeta, type EntryId } from '@coppice/shared'
import { exportCoppiceJson, exportHtml, exportMarkdown, piLines } from '@coppice/shared/formats'
import { Hono } from 'hono'
import { z } from 'zod'
import type { HttpDeps, LiveRoom } from './deps.ts'
import type { AppEnv } from './env.ts'
import { fileNameHeader } from './file-name.ts'
import { may } from './guard.ts'
import { operation } from './operation.ts'
import { streamText } from './stream-text.ts'
import { query } from './validate.ts'

interface ExportedFile {
  readonly pieces: Iterable<string>
  readonly mediaType: string
  readonly ending: string
}

const FORMATS = ['pi', 'markdown', 'html', 'json'] as const

export function exportRoutes({ access, rooms }: HttpDeps): Hono<AppEnv> {
  return new Hono<AppEnv>().get(
    '/',
    operation({
      summary:
        'The session as a file: `pi`, `html` and `json` have the whole tree and open at `leaf`, `markdown` has the path to it',
      tag: 'sessions',
      status: 200,
      errors: ['bad_request', 'unauthenticated', 'not_found'],
    }),
    may(access, 'read'),
    query(z.object({ format: z.enum(FORMATS), leaf: entryIdSchema.optional() })),
    async (c) => {
      const { format, leaf } = c.req.valid('query')
      const { session, visitor } = c.var
      const { file, title } = await rooms.use(session, (room) => {
        const last = room.lastLeaf(visitor.participant.id)
        const standing = last === undefined ? room.index.newestTip() : last
        return { file: fileOf(room, format, leaf, standing), title: room.title }
      })
      // Pieces are made from the tree as it is now, which outlives the room: a slow reader holds no room.
      return c.body(streamText(file.pieces), 200, {
        'Content-Type': file.mediaType,
        'Content-Disposition': fileNameHeader(title, file.ending),
      })
    },
  )
}

/** @param standing where whoever asks stands, for the formats that open at one place */
function fileOf(
  room: LiveRoom,
  format: (typeof FORMATS)[number],
  leaf: EntryId | undefined,
  standing: EntryId | null,
): ExportedFile {
  switch (format) {
    case 'pi':
      return toPi(room, leaf ?? (isJustAsPiWroteIt(room) ? undefined : (standing ?? undefined)))
    case 'markdown':
      return toMarkdown(room, leaf ?? standing)
    case 'html':
      return toHtml(room, leaf ?? standing)
    case 'json':
      return toJson(room, leaf ?? standing)
    default:
      return format satisfies never
  }
}

/** Such a session is given back as it was: its file says itself where it opens. */
function isJustAsPiWroteIt({ index }: LiveRoom): boolean {
  for (const { source } of index.entries()) if (source?.format !== 'pi') return false
  return true
}

function toPi(room: LiveRoom, leafId: EntryId | undefined): ExportedFile {
  const meta = {
    sessionId: room.session,
    createdAt: room.createdAt,
    header: readMeta(room.doc)?.header ?? null,
    title: room.title,
  }
  const pieces = piLines(room.index, meta, leafId === undefined ? {} : { leafId })
  return { pieces, mediaType: 'application/jsonl; charset=utf-8', ending: 'jsonl' }
}

function toMarkdown(room: LiveRoom, leafId: EntryId | null): ExportedFile {
  const text = exportMarkdown(room.index, leafId, { title: room.title, people: new Map(room.people()) })
  return { pieces: [text], mediaType: 'text/markdown; charset=utf-8', ending: 'md' }
}

function toHtml(room: LiveRoom, leafId: EntryId | null): ExportedFile {
  const pieces = exportHtml(room.index, leafId, { title: room.title, people: new Map(room.people()) })
  return { pieces, mediaType: 'text/html; charset=utf-8', ending: 'html' }
}

function toJson(room: LiveRoom, leafId: EntryId | null): ExportedFile {
  const meta = readMeta(room.doc)
  const pieces = exportCoppiceJson(room.index, leafId, {
    sessionId: room.session,
    title: room.title,
    createdAt: room.createdAt,
    header: meta?.header ?? null,
    parentSession: meta?.parentSession,
    people: new Map(room.people()),
  })
  return { pieces, mediaType: 'application/json; charset=utf-8', ending: 'json' }
}
