// A session that is filled from a file without a room: in order whatever the log does, and whole or not there at all.
import { fillSession } from '@coppice/server/import/fill-session'
import { createMemoryStorage } from '@coppice/server/log/memory-storage'
import type { SessionLog } from '@coppice/server/log/session-log'
import { CommittedState } from '@coppice/server/room/committed-state'
import { sliceOf } from '@coppice/server/room/entry-slice'
import { StagedSession } from '@coppice/server/room/staged-session'
import {
  entrySchema,
  MAX_SESSION_BYTES,
  newSessionId,
  readMeta,
  readPeople,
  SessionError,
  type Entry,
} from '@coppice/shared'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { userEntry } from '../support/entries.ts'
import { person, withLog } from '../support/memory-room.ts'

const alice = person('Alice')
const END = { title: 'From a file', branches: 1, leafId: null, meta: {} }
type Append = Parameters<SessionLog['append']>

interface Staged {
  readonly log: SessionLog
  readonly staged: StagedSession
}

async function stage(
  wrap: (log: SessionLog) => Partial<SessionLog> = () => ({}),
  retryDelaysMs: number[] = [],
): Promise<Staged> {
  const { log } = createMemoryStorage()
  const session = { id: newSessionId(0), title: 'Untitled', createdAt: '2026-12-01T00:00:00.000Z' }
  const staged = await StagedSession.begin(
    {
      log: withLog(log, wrap(log)),
      bus: { announceHead: () => undefined, onHead: () => () => undefined },
      logger: pino({ enabled: false }),
      nowMs: () => 0,
      retryDelaysMs,
    },
    session,
    alice,
  )
  return { log, staged }
}

function chain(count: number): Entry[] {
  const entries: Entry[] = []
  for (let n = 0; n < count; n += 1)
    entries.push(entrySchema.parse(userEntry(alice.id, entries.at(-1)?.id ?? null, `entry ${n}`)))
  return entries
}

const slices = (entries: readonly Entry[], per: number) =>
  Array.from({ length: Math.ceil(entries.length / per) }, (_, i) =>
    sliceOf(entries.slice(i * per, (i + 1) * per), alice.id),
  )

/** `undone` gets what could not be taken away. */
const fill = (staged: StagedSession, entries: readonly Entry[], undone: unknown[] = []) =>
  fillSession(
    staged,
    { head: headOf(entries), slices: slices(entries, 3) },
    { given: 'A file', undone: (error) => undone.push(error) },
  )

const isTrouble = (batch: Append[2], id: string | undefined): boolean => [...batch.entries].some((row) => row.id === id)

test('[HT40] what was staged is not found before it is published, and then a room has all of it', async () => {
  const { log, staged } = await stage()
  const { id } = staged.session
  const entries = chain(25)
  for (const slice of slices(entries, 4)) await staged.add(slice)
  expect(await log.find(id)).toBeUndefined()
  expect(await log.list()).toEqual([])
  const leafId = entries[3]?.id ?? null
  await staged.publish({ title: 'Named', branches: 1, leafId, meta: { header: '{}', parentSession: 'there' } })
  expect(await log.find(id)).toMatchObject({ title: 'Named', entries: 25, branches: 1, participants: 1 })
  expect(await log.loadLeaves(id)).toEqual(new Map([[alice.id, leafId]]))
  const { doc, index } = await CommittedState.load(log, id)
  expect([...index.entries()]).toEqual(entries)
  expect(readMeta(doc)).toMatchObject({ sessionId: id, header: '{}', parentSession: 'there' })
  expect(readPeople(doc).get(alice.id)).toMatchObject({ name: 'Alice', kind: 'human' })
  expect((await log.places(id, 0, 100)).map((place) => place.id)).toEqual(entries.map((entry) => entry.id))
})

test('[HT40] a batch that fails once, or whose answer is lost, is there once and in its place, and those sent after it too', async () => {
  for (const isAnswerLost of [false, true]) {
    const entries = chain(12)
    let failures = 0
    const { log, staged } = await stage(
      (inner) => ({
        append: async (...args: Append) => {
          if (failures > 0 || !isTrouble(args[2], entries[4]?.id)) return inner.append(...args)
          failures += 1
          if (isAnswerLost) await inner.append(...args)
          throw new SessionError('storage', 'The disk hiccuped.')
        },
      }),
      [0],
    )
    for (const slice of slices(entries, 2)) await staged.add(slice)
    await staged.publish(END)
    expect(failures).toBe(1)
    expect((await log.places(staged.session.id, 0, 100)).map(({ id }) => id)).toEqual(entries.map(({ id }) => id))
  }
})

test('[HT40] a batch that fails for good ends the import, and nothing of it is there', async () => {
  const entries = chain(40)
  const { log, staged } = await stage((inner) => ({
    append: async (...args: Append) => {
      if (isTrouble(args[2], entries[10]?.id)) throw new SessionError('storage', 'The disk is full.')
      return inner.append(...args)
    },
  }))
  const { id } = staged.session
  const undone: unknown[] = []
  await expect(fill(staged, entries, undone)).rejects.toMatchObject({ code: 'storage' })
  expect(undone).toEqual([])
  await expect(log.read(id, 0)).rejects.toMatchObject({ code: 'not_found' })
})

test('[HT40] where a failed one cannot be taken away either, that is said, and the first failure is the answer', async () => {
  const entries = chain(3)
  const { staged } = await stage(() => ({
    append: async () => Promise.reject(new SessionError('storage', 'The disk is full.')),
    discard: async () => Promise.reject(new SessionError('storage', 'The disk is still full.')),
  }))
  const undone: unknown[] = []
  await expect(fill(staged, entries, undone)).rejects.toMatchObject({ message: 'The disk is full.' })
  expect(undone).toMatchObject([{ message: 'The disk is still full.' }])
})

test('[HT40] publishing that fails once, or whose answer is lost, is done all the same', async () => {
  for (const isAnswerLost of [false, true]) {
    const entries = chain(3)
    let failures = 0
    const { log, staged } = await stage(
      (inner) => ({
        publish: async (session) => {
          if (failures > 0) return inner.publish(session)
          failures += 1
          if (isAnswerLost) await inner.publish(session)
          throw new SessionError('storage', 'The disk hiccuped.')
        },
      }),
      [0],
    )
    for (const slice of slices(entries, 2)) await staged.add(slice)
    await staged.publish(END)
    expect(failures).toBe(1)
    expect(await log.list()).toMatchObject([{ title: 'From a file', entries: 3 }])
  }
})

test('[HT40] a failure without words of its own is told as one of the file: nobody is to wait for another try', async () => {
  const { staged } = await stage(() => ({ append: async () => Promise.reject(new Error('no words')) }))
  await expect(fill(staged, chain(2))).rejects.toMatchObject({
    code: 'storage',
    message: expect.stringMatching(/Import it again/),
  })
})

test('[HT40] no more than a few batches are on their way, and each goes out before those ahead of it are there', async () => {
  let open = 0
  let most = 0
  const { staged } = await stage((inner) => ({
    append: async (...args: Append) => {
      open += 1
      most = Math.max(most, open)
      await new Promise((resolve) => setImmediate(resolve))
      open -= 1
      return inner.append(...args)
    },
  }))
  for (const slice of slices(chain(60), 2)) await staged.add(slice)
  await staged.publish(END)
  expect(most).toBeGreaterThan(2)
  expect(most).toBeLessThanOrEqual(5)
})

test('[HT40] entries of somebody else, rows that do not fit, and more than a session has room for are refused', async () => {
  const { staged } = await stage()
  const [one] = slices(chain(2), 2)
  if (one === undefined) throw new Error('no slice')
  const { prepared, rows } = one
  const author = person('Bob').id
  await expect(staged.add({ ...one, prepared: { ...prepared, author } })).rejects.toMatchObject({
    code: 'author_forged',
  })
  await expect(staged.add({ ...one, rows: { ...rows, count: 1 } })).rejects.toMatchObject({ code: 'internal' })
  const huge = { ...prepared, structs: new Uint8Array(MAX_SESSION_BYTES + 1) }
  await expect(staged.add({ ...one, prepared: huge })).rejects.toMatchObject({ code: 'too_large' })
})

function headOf(entries: readonly Entry[]) {
  const report = { format: 'pi', formatTitle: 'Pi session', version: '3', read: 0, kept: 0 }
  return {
    title: 'File',
    createdAt: null,
    header: null,
    leafId: null,
    branches: 1,
    entryBytes: 0,
    entryCount: entries.length,
    report: { ...report, repaired: [], keptAsIs: [], leftOut: [] },
  }
}
