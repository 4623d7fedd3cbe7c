import { expect, test } from 'vitest'
import { newEntryId, participantId } from '../../entry/ids.ts'
import type { Entry } from '../../entry/entry.ts'
import {
  entryOfLine,
  exportLines,
  headerLine,
  idOfLine,
  importLines,
  line,
  timeAt,
  userLine,
} from '../testing/sample-file.ts'

const withoutLinks = (text: string): string =>
  line({ type: 'message', timestamp: timeAt(1), message: { role: 'user', content: text } })
const v1Lines = [
  headerLine(1),
  withoutLinks('one'),
  withoutLinks('two'),
  line({ type: 'compaction', timestamp: timeAt(2), summary: 's', firstKeptEntryIndex: 2, tokensBefore: 9 }),
  withoutLinks('three'),
]

function ownEntry(parentId: Entry['parentId']): Entry {
  const base = { id: newEntryId(0), parentId, timestamp: timeAt(60), author: participantId('ann') }
  return { ...base, type: 'message', message: { role: 'user', content: 'own' } }
}

test('[FM9] version 1 becomes a chain in file order, and a kept index becomes the id at that place, the header being 0', () => {
  const session = importLines(...v1Lines)
  for (const at of [3, 4, 5]) expect(entryOfLine(session, at).parentId).toBe(idOfLine(session, at - 1))
  expect(entryOfLine(session, 2).parentId).toBeNull()
  expect(entryOfLine(session, 4)).toMatchObject({ firstKeptEntryId: idOfLine(session, 3) })
  expect(session.leafId).toBe(idOfLine(session, 5))
  expect(session.report.version).toBe('1')
})

test('[FM9] version 1 comes back as it was while nothing was added', () => {
  expect(exportLines(importLines(...v1Lines))).toEqual(v1Lines)
})

test('[FM9] version 1 that grew is written as version 3 with ids, so that Pi does not chain it anew', () => {
  const session = importLines(...v1Lines)
  const own = ownEntry(idOfLine(session, 3))
  const [header, ...records] = exportLines(session, {}, [own]).map((text): unknown => JSON.parse(text))
  expect(header).toMatchObject({ type: 'session', version: 3, id: 'sample' })
  expect(records).toMatchObject([
    { id: idOfLine(session, 2), parentId: null },
    { id: idOfLine(session, 3), parentId: idOfLine(session, 2) },
    { type: 'compaction', firstKeptEntryId: idOfLine(session, 3) },
    { parentId: idOfLine(session, 4) },
    { id: own.id, parentId: own.parentId, author: 'ann' },
  ])
  expect(records[0]).not.toHaveProperty('author')
})

test('[FM9] a header without version over records with ids is no version 1', () => {
  const lines = [headerLine(1), userLine('u1', null), userLine('u2', 'u1'), userLine('u3', 'u1')]
  const session = importLines(...lines)
  expect(session.entries.map(({ id, parentId }) => [id, parentId])).toEqual([
    ['u1', null],
    ['u2', 'u1'],
    ['u3', 'u1'],
  ])
  const exported = exportLines(session)
  expect(exported.slice(1)).toEqual(lines.slice(1))
  expect(JSON.parse(exported[0] ?? '')).toMatchObject({ version: 3 })
})

test('[FM9] a record that names no parent hangs below the one before it, whatever the version', () => {
  const loose = (id: string): string =>
    line({ type: 'message', id, timestamp: timeAt(1), message: { role: 'user', content: id } })
  const lines = [headerLine(), loose('u1'), loose('u2'), loose('u3')]
  const session = importLines(...lines)
  expect(session.entries.map(({ parentId }) => parentId)).toEqual([null, 'u1', 'u2'])
  expect(exportLines(session)).toEqual(lines)
  const grown = exportLines(session, {}, [ownEntry(idOfLine(session, 3))])
  expect(grown.slice(1, 4).map((text): unknown => JSON.parse(text))).toMatchObject([
    { id: 'u1', parentId: null },
    { id: 'u2', parentId: 'u1' },
    { id: 'u3', parentId: 'u2' },
  ])
})

test('[FM9] the role hookMessage of version 2 is read as custom, and given back in a file of version 2', () => {
  const message = { role: 'hookMessage', customType: 'x', content: 'hi', display: true }
  const lines = [headerLine(2), line({ type: 'message', id: 'h1', parentId: null, timestamp: timeAt(1), message })]
  const session = importLines(...lines)
  expect(entryOfLine(session, 2)).toMatchObject({ message: { role: 'custom', customType: 'x' } })
  expect(exportLines(session)).toEqual(lines)
  const v1 = importLines(headerLine(1), line({ type: 'message', timestamp: timeAt(1), message }))
  expect(exportLines(v1, {}, [ownEntry(null)])[1]).toContain('"role":"custom"')
})

test('[FM9] a record without a time takes that of its message, else of the record before it', () => {
  const session = importLines(
    headerLine(),
    line({
      type: 'message',
      id: 'u1',
      parentId: null,
      message: { role: 'user', content: '', timestamp: 1767603600000 },
    }),
    line({ type: 'custom', id: 'c1', parentId: 'u1', customType: 'x', timestamp: null }),
  )
  expect(session.entries.map(({ timestamp }) => timestamp)).toEqual([
    '2026-01-05T09:00:00.000Z',
    '2026-01-05T09:00:00.000Z',
  ])
  expect(exportLines(session)[1]).not.toContain('2026')
  expect(exportLines(session)[2]).toContain('"timestamp":null')
})
