import { checkEntry, entryId, sessionId, TreeIndex, type EntryId } from '@coppice/shared'
import { expect, test } from 'vitest'
import { readPage } from './entry-page.ts'

/** A room and its log, in which a commit can fall anywhere. */
function growing() {
  const index = new TreeIndex()
  const rows: { seq: number; id: EntryId }[] = []
  const room = { session: sessionId('tree'), index, head: 0 }
  const commit = (id: string, content = 'x'): void => {
    const message = { role: 'user', content }
    const timestamp = '2026-11-30T12:00:00.000Z'
    const checked = checkEntry({ type: 'message', id, parentId: null, timestamp, author: 'ada', message })
    if (!checked.ok) throw new Error(checked.problem)
    index.add(checked.entry)
    room.head += 1
    rows.push({ seq: room.head, id: entryId(id) })
  }
  const log = {
    places: async (_session: unknown, after: number, limit: number) =>
      rows.filter(({ seq }) => seq > after).slice(0, limit),
  }
  return { room, log, commit, rows }
}

test('[HT6] an entry that is committed while a page is being read comes with the next one', async () => {
  const { room, log, commit } = growing()
  const slow = {
    places: async (session: unknown, after: number, limit: number) => {
      const places = await log.places(session, after, limit)
      commit('late')
      return places
    },
  }
  const empty = await readPage(slow, room, 0, 10)
  expect(empty).toEqual({ entries: [], head: 0, next: 0 })
  const page = await readPage(log, room, empty.next, 10)
  expect(page.entries.map(({ entry }) => entry.id)).toEqual(['late'])
  expect(await readPage(log, room, page.next, 10)).toEqual({ entries: [], head: 1, next: 1 })
})

test('[HT6] what the log has and the room does not show yet is left for the next page', async () => {
  const { room, log, commit, rows } = growing()
  commit('shown')
  rows.push({ seq: 2, id: entryId('not-yet') })
  expect(await readPage(log, room, 0, 10)).toMatchObject({ entries: [{ seq: 1 }], head: 1, next: 1 })
})

test('[HT6] a page ends before it grows too large, but never empty', async () => {
  const { room, log, commit } = growing()
  for (let i = 0; i < 5; i++) commit(`large ${i}`, 'x'.repeat(3 * 1024 * 1024))
  const sizes: number[] = []
  for (let after = 0; ;) {
    const { entries, next } = await readPage(log, room, after, 10)
    if (entries.length === 0) break
    sizes.push(entries.length)
    after = next
  }
  expect(sizes).toEqual([2, 2, 1])
})
