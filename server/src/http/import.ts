// POST /api/import: a session file becomes a session, or as many as it holds, or adds to one.
import type { Note } from '@coppice/shared/formats'
import { MAX_SESSION_BYTES, SessionError, sessionIdSchema, type SessionId } from '@coppice/shared'
import { Hono } from 'hono'
import { z } from 'zod'
import { addEntries, type AddReport } from '../import/add-entries.ts'
import { EarlyFill } from '../import/early-fill.ts'
import { fillSession, metaOf } from '../import/fill-session.ts'
import type { ParsedSession, SessionHead } from '../import/read-sessions.ts'
import { openSessionFile, placesOf, type PlaceRange, type SessionFile } from '../import/session-file.ts'
import type { FillingSession, HttpDeps } from './deps.ts'
import type { AppEnv } from './env.ts'
import { owner, signedIn } from './guard.ts'
import { operation } from './operation.ts'
import { bodyChunks } from './body-chunks.ts'
import { newSession, titleSchema, UNTITLED } from './sessions.ts'
import { query } from './validate.ts'

const MAX_FILE_BYTES = 256 * 1024 * 1024
const MAX_TITLE = 200

const noteSchema = z.object({ line: z.number().optional(), message: z.string() })
const reportSchema = z.object({
  format: z.string(),
  formatTitle: z.string(),
  version: z.string(),
  read: z.number(),
  kept: z.number(),
  repaired: z.array(noteSchema),
  keptAsIs: z.array(noteSchema),
  leftOut: z.array(noteSchema),
  added: z.number(),
  alreadyThere: z.number(),
})
const choiceSchema = z.object({
  place: z.number(),
  title: z.string(),
  createdAt: z.string().nullable(),
  entries: z.number(),
})
const offer = z.object({ choices: z.array(choiceSchema), notes: z.array(noteSchema) })
const answer = z.object({
  sessions: z.array(z.object({ id: sessionIdSchema, title: z.string(), report: reportSchema })),
})
const picked = z
  .string()
  .regex(
    /^\d{1,6}(?:-\d{1,6})?(?:,\d{1,6}(?:-\d{1,6})?)*$/,
    'places in the file, or ranges of them, counted from 0: "0,2,5-9"',
  )
  .transform((ranges) => ranges.split(',').map(rangeOf))

function rangeOf(range: string): PlaceRange {
  const [first = 0, last = first] = range.split('-').map(Number)
  return { first, last }
}

interface Imported {
  readonly id: SessionId
  readonly title: string
  readonly report: AddReport
}

export function importRoutes(deps: HttpDeps): Hono<AppEnv> {
  const { access, rooms, now, logger } = deps
  return new Hono<AppEnv>().post(
    '/',
    operation({
      summary:
        'Import a session file; with `session`, add what is new to that one. `title` is for a file that names none, `file` for one that has no words for a name either. With `several=ask` a file of several sessions is answered with what it holds, and nothing is imported',
      tag: 'sessions',
      status: 201,
      answer,
      instead: {
        status: 200,
        description:
          'What a file of several sessions holds, for `several=ask`: `choices` with the place, title, creation time and number of entries of each, and `notes` about what is damaged in the file and cannot be chosen, or only in part',
        answer: offer,
      },
      file: {
        description:
          'The file as it is, at most 256 MB. Its content says what it is; the content type does not matter.',
        types: ['application/octet-stream', 'application/jsonl', 'text/html', 'text/plain'],
      },
      errors: [
        'bad_request',
        'unauthenticated',
        'forbidden',
        'not_found',
        'too_large',
        'unsupported_format',
        'invalid_file',
      ],
    }),
    query(
      z.object({
        format: z.string().default('auto').describe('"auto": the content decides. Else the name of a format.'),
        title: titleSchema.optional().describe('For a file that names none.'),
        file: z.string().max(1_000).optional().describe('The name of the file.'),
        session: sessionIdSchema.optional().describe('Adds what is new to this session instead of making one.'),
        several: z
          .enum(['all', 'ask'])
          .default('all')
          .describe('What to do with a file of several sessions: import all, or answer what it holds.'),
        pick: picked.optional().describe('Only the sessions at these places of the file: "0,2,5-9".'),
      }),
    ),
    async (c) => {
      const { format, title, file: fileName, session, several, pick } = c.req.valid('query')
      const importer = session === undefined ? owner(c) : signedIn(c)
      const role = session === undefined ? 'own' : await access.requireRole(session, importer.id, 'import')
      const incoming = {
        chunks: bodyChunks(c.req.raw, MAX_FILE_BYTES),
        expectedBytes: Number(c.req.header('content-length') ?? 0),
      }
      const names = {
        ...(title === undefined ? {} : { title }),
        ...(fileName === undefined ? {} : { fileName }),
      }
      const options = { format, author: importer.id, now: now(), ...names }
      const fresh = new EarlyFill(() => rooms.stage(newSession(now(), UNTITLED), importer))
      const undone = (error: unknown): void =>
        logger.warn({ err: error }, 'what was read of a file is taken away when the server starts again')
      const isFresh = session === undefined && pick === undefined
      let file: SessionFile | undefined
      try {
        file = await openSessionFile(incoming, options, c.req.raw.signal, isFresh ? fresh.take : undefined)
        const { heads } = file
        if (several === 'ask' && pick === undefined && heads.length > 1)
          return c.json({ choices: choicesOf(heads), notes: damageIn(heads) } satisfies z.infer<typeof offer>, 200)
        const places = placesOf(heads, pick)
        for (const [place, head] of heads.entries()) if (places.has(place)) refuseTooLarge(head)
        if (session !== undefined) refuseSeveral(places.size)
        const sessions: Imported[] = []
        for await (const one of file.sessions(places)) {
          sessions.push(
            session === undefined
              ? await importAsNew(await fresh.claim(), one, undone)
              : await addToSession(deps, session, one, { participant: importer.id, role }),
          )
        }
        return c.json({ sessions: withDamageElsewhere(sessions, heads, places) }, 201)
      } finally {
        await file?.close()
        await fresh.drop(undone)
      }
    },
  )
}

function choicesOf(heads: readonly SessionHead[]): z.infer<typeof choiceSchema>[] {
  return heads.map(({ title, createdAt, entryCount }, place) => ({ place, title, createdAt, entries: entryCount }))
}

function damageIn(heads: readonly SessionHead[]): Note[] {
  return heads.flatMap(({ damage = [] }) => damage)
}

async function importAsNew(
  filling: FillingSession,
  parsed: ParsedSession,
  undone: (error: unknown) => void,
): Promise<Imported> {
  const given = parsed.head.title.trim().slice(0, MAX_TITLE)
  const filled = await fillSession(filling, parsed, { given: given === '' ? UNTITLED : given, undone })
  return { id: filling.session.id, ...filled }
}

function addToSession(
  { rooms }: HttpDeps,
  session: SessionId,
  parsed: ParsedSession,
  who: Parameters<typeof addEntries>[2],
): Promise<Imported> {
  return rooms.use(session, async (room) => {
    // An import that was cut off before its first entry left no more than a title.
    if (room.index.size === 0) await room.putImportedMeta(metaOf(parsed.head))
    const report = await addEntries(room, parsed, who)
    return { id: session, title: room.title, report }
  })
}

/** Nobody hears otherwise of what is damaged around sessions that were not picked: the first report says it. */
function withDamageElsewhere(
  [first, ...others]: readonly Imported[],
  heads: readonly SessionHead[],
  places: ReadonlySet<number>,
): Imported[] {
  if (first === undefined) return []
  const notes = damageIn(heads.filter((_head, place) => !places.has(place)))
  const report = { ...first.report, leftOut: [...first.report.leftOut, ...notes] }
  return [{ ...first, report }, ...others]
}

function refuseSeveral(count: number): void {
  if (count === 1) return
  throw new SessionError(
    'bad_request',
    `session: ${count} sessions cannot be added to one. Import the file without "session", or "pick" one of them.`,
    { details: { field: 'session' } },
  )
}

/** Said before anything is written. */
function refuseTooLarge(head: SessionHead): void {
  if (head.entryBytes <= MAX_SESSION_BYTES) return
  const mb = (bytes: number): number => Math.ceil(bytes / 1024 / 1024)
  throw new SessionError(
    'too_large',
    `The session "${head.title}" takes ${mb(head.entryBytes)} MB, more than the ${mb(MAX_SESSION_BYTES)} MB a session may have. Split the file and import the parts.`,
  )
}
