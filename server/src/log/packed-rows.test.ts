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
// Texts of no length, beyond ASCII, and halves of a pair next to each other.
const ROWS = [
  row('a', null, ''),
  row('b', 'a', 'words'),
  row('c', null, 'x\ud83d'),
  row('d', 'c', '\ude00y'),
  row('é', 'd', '名前'),
]

test('[LG52] rows come out of their columns as they were put in, after a way between threads as well', () => {
  const packed = PackedRows.of(ROWS)
  expect(packed.length).toBe(ROWS.length)
  expect([...packed]).toEqual(ROWS)
  expect([...new PackedRows(structuredClone(packed.columns))]).toEqual(ROWS)
  expect([...PackedRows.of([])]).toEqual([])
})

test('[LG52] some of them are the rows at those places', () => {
  const packed = PackedRows.of(ROWS)
  expect([...packed.pick([0, 3])]).toEqual([ROWS[0], ROWS[3]])
  expect(packed.pick([]).length).toBe(0)
})
