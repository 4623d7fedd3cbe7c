import { entryId, participantId } from '@coppice/shared'
import { expect, test } from 'vitest'
import { PackedRows } from './packed-rows.ts'
import type { EntryRow } from './session-log.ts'

const row = (id: string, parentId: string | null, searchText: string): EntryRow => ({
  id: entryId(id),
  parentId: parentId === null ? null : entryId(parentId),
  type: 'message',
  author: participantId('alice'),
  timestamp: '2026-12-01T00:00:00.000Z',
  searchText,
})
// Texts of no length, beyond ASCII, and long enough for a length of several bytes.
const ROWS = [
  row('a', null, ''),
  row('b', 'a', 'words'),
  row('c', null, '\ufeffx'),
  row('d', 'c', 'wört '.repeat(5_000)),
  row('é', 'd', '名前'),
]

test('[LG52] rows come out of their bytes as they were put in, after a way between threads as well', () => {
  const packed = PackedRows.of(ROWS)
  expect(packed.length).toBe(ROWS.length)
  expect([...packed]).toEqual(ROWS)
  expect([...new PackedRows(structuredClone({ count: packed.count, bytes: packed.bytes }))]).toEqual(ROWS)
  expect([...PackedRows.of([])]).toEqual([])
})

test('[LG52] some of them are the rows at those places', () => {
  const packed = PackedRows.of(ROWS)
  expect([...packed.pick([0, 3])]).toEqual([ROWS[0], ROWS[3]])
  expect(packed.pick([]).length).toBe(0)
})
