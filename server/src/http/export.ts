// GET /api/sessions/:id/export: the session as a file.
import { entryIdSchema, readMeta, type EntryId } from '@coppice/shared'
import { exportCoppiceJson, exportHtml, exportMarkdown, piLines, type PiExportMeta } from '@coppice/shared/formats'
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
type Format = (typeof FORMATS)[number]

const querySchema = z
  .object({
    format: z.enum(FORMATS),
    leaf: entryIdSchema.optional().describe('Where the file opens, or its branch ends; else where I stand.'),
    branch: z
      .enum(['true', 'false'])
      .optional()
      .describe('"true", for pi: only the path to the leaf, with the labels and names on it.'),
  })
  .superRefine(({ format, branch }, context) => {
    const message = branch === undefined ? undefined : otherThanAsked(format, branch)
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['branch'], message })
  })

/** Pi files are written either way; of the others one may only say what is so anyway. */
function otherThanAsked(format: Format, branch: 'true' | 'false'): string | undefined {
  if (format === 'pi') return undefined
  if (format === 'markdown')
    return branch === 'true' ? undefined : 'markdown has one branch. Leave branch out, or choose another format.'
  return branch === 'true' ? `${format} has the whole tree. Leave branch out, or choose pi or markdown.` : undefined
}

const PI_MEDIA_TYPE = 'application/jsonl; charset=utf-8'

export function exportRoutes({ access, rooms }: HttpDeps): Hono<AppEnv> {
  return new Hono<AppEnv>().get(
    '/',
    operation({
      summary:
        'The session as a file: `pi`, `html` and `json` have the whole tree and open at `leaf`, `markdown` and `pi` with `branch=true` have the path to it',
      tag: 'sessions',
      status: 200,
      errors: ['bad_request', 'unauthenticated', 'not_found'],
    }),
    may(access, 'read'),
    query(querySchema),
    async (c) => {
      const { format, leaf, branch } = c.req.valid('query')
      const { session, visitor } = c.var
      const { file, title } = await rooms.use(session, (room) => {
        const last = room.lastLeaf(visitor.participant.id)
        const standing = last === undefined ? room.index.newestTip() : last
        const file =
          format === 'pi' && branch === 'true'
            ? toPiBranch(room, leaf ?? standing)
            : fileOf(room, format, leaf, standing)
        return { file, title: room.title }
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
function fileOf(room: LiveRoom, format: Format, leaf: EntryId | undefined, standing: EntryId | null): ExportedFile {
  switch (format) {
    case 'pi':
      return toPi(room, leaf ?? (isJustAsPiWroteIt(room) ? readMeta(room.doc)?.markedLeaf : (standing ?? undefined)))
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

/** Such a session is given back as it was: its file says itself where it opens, by its last record or a mark. */
function isJustAsPiWroteIt({ index }: LiveRoom): boolean {
  for (const { source } of index.entries()) if (source?.format !== 'pi') return false
  return true
}

function toPi(room: LiveRoom, leafId: EntryId | undefined): ExportedFile {
  const pieces = piLines(room.index, piMeta(room), leafId === undefined ? {} : { leafId })
  return { pieces, mediaType: PI_MEDIA_TYPE, ending: 'jsonl' }
}

/** @param leafId null, before the first entry, gives a file without entries */
function toPiBranch(room: LiveRoom, leafId: EntryId | null): ExportedFile {
  const pieces = piLines(room.index, piMeta(room), { leafId, branchOnly: true })
  // Told apart from the whole tree in the folder it is saved in.
  return { pieces, mediaType: PI_MEDIA_TYPE, ending: 'branch.jsonl' }
}

function piMeta(room: LiveRoom): PiExportMeta {
  return {
    sessionId: room.session,
    createdAt: room.createdAt,
    header: readMeta(room.doc)?.header ?? null,
    title: room.title,
  }
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
    markedLeaf: meta?.markedLeaf,
    people: new Map(room.people()),
  })
  return { pieces, mediaType: 'application/json; charset=utf-8', ending: 'json' }
}
