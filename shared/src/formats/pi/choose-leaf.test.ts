import { expect, test } from 'vitest'
import { headerLine, importLines, line, timeAt, userLine } from '../testing/sample-file.ts'

const custom = (id: string, parentId: string | null): string =>
  line({ type: 'custom', id, parentId, timestamp: timeAt(9), customType: 'state' })
const label = (id: string, parentId: string): string =>
  line({ type: 'label', id, parentId, timestamp: timeAt(9), targetId: 'u1', label: 'x' })
const leaf = (id: string | undefined, targetId: string | null): string =>
  line({ type: 'leaf', ...(id === undefined ? {} : { id }), parentId: 'u1', timestamp: timeAt(9), targetId })
const talk = [headerLine(), userLine('u1', null), userLine('u2', 'u1'), userLine('u3', 'u2')]

test('[FM12] the leaf is the last line, on whatever branch it is', () => {
  expect(importLines(...talk).leafId).toBe('u3')
  expect(importLines(...talk, userLine('u4', 'u1')).leafId).toBe('u4')
  expect(importLines(...talk, custom('c1', 'u3')).leafId).toBe('c1')
  expect(importLines(headerLine()).leafId).toBeNull()
})

test('[FM12] facts at the end of a branch leave the leaf above them', () => {
  expect(importLines(...talk, label('l1', 'u3'), label('l2', 'l1')).leafId).toBe('u3')
  expect(importLines(headerLine(), custom('c1', null), label('l1', 'c1')).leafId).toBe('c1')
})

test('[FM12] bookkeeping as the last line does not hide a branch that goes on where it hangs', () => {
  for (const last of [custom('c1', 'u1'), label('l1', 'u1'), custom('c1', null)]) {
    const session = importLines(...talk, last)
    expect(session.leafId).toBe('u3')
    expect(session.report.repaired.at(-1)).toMatchObject({ line: 5, message: expect.stringContaining('u3') })
  }
})

test('[FM12] a leaf record is honoured until something comes after it, null and one without id included', () => {
  expect(importLines(...talk, leaf('x1', 'u1')).leafId).toBe('u1')
  expect(importLines(...talk, leaf('x1', null)).leafId).toBeNull()
  expect(importLines(...talk, leaf(undefined, 'u2')).leafId).toBe('u2')
  expect(importLines(...talk, leaf('x1', 'u1'), userLine('u4', 'u1')).leafId).toBe('u4')
})

test('[FM12] a leaf record for a missing target leaves the leaf at the newest entry before it', () => {
  const session = importLines(...talk, leaf('x1', 'gone'))
  expect(session.leafId).toBe('u3')
  expect(session.report.keptAsIs.at(0)).toMatchObject({ line: 5, message: expect.stringContaining('gone') })
})

test('[FM12] a record without an id is not the leaf among records that have ids', () => {
  const loose = line({ type: 'message', parentId: 'u3', timestamp: timeAt(9), message: { role: 'user', content: 'x' } })
  const session = importLines(...talk, loose)
  expect(session.entries).toHaveLength(4)
  expect(session.leafId).toBe('u3')
})

test('[FM12] a last line of an unknown type gives the entry it hangs below', () => {
  expect(importLines(...talk, line({ type: 'future', id: 'f1', parentId: 'u3', timestamp: timeAt(9) })).leafId).toBe(
    'u3',
  )
})

test('[FM12] bookkeeping in a cycle ends the search', () => {
  expect(importLines(headerLine(), userLine('u1', null), label('l1', 'l2'), label('l2', 'l1')).leafId).toBe('u1')
})
