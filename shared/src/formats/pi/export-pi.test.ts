import { expect, test } from 'vitest'
import { entryId, participantId } from '../../entry/ids.ts'
import type { Entry } from '../../entry/entry.ts'
import { SessionError } from '../../errors.ts'
import { exportPi, piLines } from './export-pi.ts'
import {
  exportLines,
  headerLine,
  IMPORTER,
  importLines,
  line,
  timeAt,
  treeOf,
  userLine,
} from '../testing/sample-file.ts'

const meta = { sessionId: 'ours', createdAt: timeAt(0), header: null, title: '' }
const talk = [headerLine(), userLine('u1', null), userLine('u2', 'u1'), userLine('u3', 'u2')]

function own(id: string, parentId: string | null, second: number): Entry {
  const base = { id: entryId(id), parentId: parentId === null ? null : entryId(parentId), timestamp: timeAt(second) }
  return { ...base, author: participantId('ann'), type: 'message', message: { role: 'user', content: id } }
}

function ownLabel(id: string, parentId: string, second: number): Entry {
  const { message: _, ...base } = { ...own(id, parentId, second), message: null }
  return { ...base, type: 'label', targetId: parentId, label: 'x' }
}

const idsOf = (lines: readonly string[]): unknown[] => lines.slice(1).map((text) => JSON.parse(text).id)

test('[FM14] a new session gets a header of version 3; own entries keep their author', () => {
  const index = treeOf(own('a', null, 1))
  const [header, record] = exportPi(index, meta).split('\n')
  expect(header).toBe(`{"type":"session","version":3,"id":"ours","timestamp":"${timeAt(0)}","cwd":""}`)
  expect(record).toBe(
    `{"type":"message","id":"a","parentId":null,"timestamp":"${timeAt(1)}","author":"ann","message":{"role":"user","content":"a"}}`,
  )
})

test('[FM14] a title without an entry that says it is written as one', () => {
  const lines = exportPi(treeOf(own('a', null, 1)), { ...meta, title: 'Plans' }).split('\n')
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ type: 'session_info', parentId: null, name: 'Plans' })
  expect(importLines(...lines)).toMatchObject({ title: 'Plans', leafId: 'a' })
})

test('[FM14] imported records keep their order; own entries follow by time and id, each behind its parent', () => {
  const session = importLines(headerLine(), userLine('u2', 'u1'), userLine('u1', null))
  const entries = [
    own('d', 'c', 3),
    own('c', 'u2', 3),
    own('b', 'u1', 2),
    own('z', 'b', 2),
    own('y', 'z', 2),
    own('x', 'y', 2),
  ]
  expect(idsOf(exportLines(session, {}, entries))).toEqual(['u2', 'u1', 'b', 'z', 'y', 'x', 'c', 'd'])
  expect(exportLines(session, {}, entries.toReversed())).toEqual(exportLines(session, {}, entries))
})

test('[FM14] a whole file comes back record by record, detached pieces included', () => {
  const lines = [...talk, userLine('u4', 'gone'), userLine('u5', 'u5'), userLine('u6', 'u5'), line({ type: 'x' })]
  expect(exportLines(importLines(...lines))).toEqual(lines)
})

test('[FM14] 10,000 levels are as good as ten', () => {
  const entries = Array.from({ length: 10_000 }, (_, at) => own(`e${at}`, at === 0 ? null : `e${at - 1}`, 1))
  const lines = exportPi(treeOf(...entries), meta).split('\n')
  expect(lines).toHaveLength(10_002)
  const session = importLines(...lines)
  expect(session.leafId).toBe('e9999')
})

test('[FM15] a leaf that nothing hangs below comes last', () => {
  const session = importLines(...talk)
  expect(idsOf(exportLines(session, { leafId: entryId('a') }, [own('a', 'u3', 1), own('b', 'u3', 2)]))).toEqual([
    'u1',
    'u2',
    'u3',
    'b',
    'a',
  ])
})

test('[FM15] any other leaf gets a mark below it, which import reads and leaves out', () => {
  const session = importLines(...talk)
  const lines = exportLines(session, { leafId: entryId('u2') })
  expect(lines.slice(0, 4)).toEqual(talk)
  expect(JSON.parse(lines[4] ?? '')).toMatchObject({ type: 'custom', customType: 'coppice.leaf', parentId: 'u2' })
  const again = importLines(...lines)
  expect(again.leafId).toBe('u2')
  expect(again.entries).toEqual(session.entries)
  const went = importLines(...lines, userLine('u4', JSON.parse(lines[4] ?? '').id))
  expect(went.entries).toHaveLength(5)
  expect(went.leafId).toBe('u4')
})

test('[FM15] facts below the leaf may follow it: Pi stands below them, which is the same context', () => {
  const lines = [
    ...talk,
    line({ type: 'label', id: 'l1', parentId: 'u3', timestamp: timeAt(9), targetId: 'u1', label: 'x' }),
  ]
  const session = importLines(...lines)
  expect(exportLines(session, { leafId: session.leafId })).toEqual(lines)
})

test('[FM15] without a leaf, a session that grew opens at its newest tip', () => {
  const session = importLines(...talk)
  const lines = exportLines(session, {}, [own('a', 'u1', 50), ownLabel('l', 'u3', 60)])
  expect(importLines(...lines).leafId).toBe('a')
})

test('[FM15] an unknown leaf is an error', () => {
  expect(() => exportPi(treeOf(own('a', null, 1)), meta, { leafId: entryId('zz') })).toThrow(SessionError)
})

test('[FM14] one branch alone is its path, with the labels and names that hang on it', () => {
  const session = importLines(
    ...talk,
    userLine('u4', 'u1'),
    line({ type: 'label', id: 'l1', parentId: 'u1', timestamp: timeAt(9), targetId: 'u1', label: 'x' }),
    line({ type: 'label', id: 'l2', parentId: 'u1', timestamp: timeAt(9), targetId: 'u4', label: 'y' }),
    line({ type: 'session_info', id: 'n1', parentId: 'l1', timestamp: timeAt(9), name: 'Name' }),
  )
  const lines = exportLines(session, { branchOnly: true, leafId: entryId('u3') })
  expect(idsOf(lines).slice(0, 5)).toEqual(['u1', 'u2', 'u3', 'l1', 'n1'])
  expect(importLines(...lines)).toMatchObject({ leafId: 'u3', title: 'Name' })
})

test('[FM5] what was exported and imported again is exported the same', () => {
  const session = importLines(...talk)
  const lines = exportLines(session, {}, [own('a', 'u1', 50), ownLabel('l', 'u3', 60)])
  const again = importLines(...lines)
  expect(again.entries.every(({ author }) => author === IMPORTER)).toBe(true)
  expect(exportLines(again)).toEqual(lines)
})

test('[FM15] a mark below a missing entry is no place', () => {
  const mark = line({ type: 'custom', id: 'm', parentId: 'gone', timestamp: timeAt(9), customType: 'coppice.leaf' })
  expect(importLines(...talk, mark).leafId).toBe('u3')
})

test('[FM38] a reply without usage gets one in the file, marked, and reading takes it out again', () => {
  const reply: Entry = {
    ...own('a', null, 1),
    type: 'message',
    message: { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] },
  }
  const [header = '', record = ''] = exportPi(treeOf(reply), meta).split('\n')
  expect(JSON.parse(record).message).toEqual({
    role: 'assistant',
    content: [{ type: 'text', text: 'Hi' }],
    usage: expect.objectContaining({ input: 0, cacheRead: 0, cost: expect.objectContaining({ total: 0 }) }),
  })
  const again = importLines(header, record)
  expect(again.entries[0]).toMatchObject({ type: 'message', message: { role: 'assistant' } })
  expect(again.entries[0]).not.toHaveProperty('message.usage')
  expect(exportLines(again)).toEqual([header, record])
})

test('[FM38] a record of Pi without usage stays as it is, and own usage stays', () => {
  const bare = line({
    type: 'message',
    id: 'b',
    parentId: null,
    timestamp: timeAt(1),
    message: { role: 'assistant', content: [] },
  })
  expect(exportLines(importLines(headerLine(), bare))).toEqual([headerLine(), bare])
  const usage = {
    input: 1,
    output: 2,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 3,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  }
  const reply: Entry = { ...own('a', null, 1), type: 'message', message: { role: 'assistant', content: [], usage } }
  expect(JSON.parse(exportPi(treeOf(reply), meta).split('\n')[1] ?? '').message.usage).toEqual(usage)
})

test('[FM166] lines are made when they are asked for, of the tree as it was at the call; an unknown leaf is refused at once', () => {
  const index = treeOf(own('a', null, 1), own('b', 'a', 2))
  const whole = exportPi(index, meta)
  const lines = piLines(index, meta)[Symbol.iterator]()
  const pieces = [lines.next().value]
  index.add(own('c', 'b', 3))
  for (let next = lines.next(); next.done !== true; next = lines.next()) pieces.push(next.value)
  expect(pieces.join('')).toBe(whole)
  expect(pieces).toHaveLength(3)
  expect(() => piLines(index, meta, { leafId: entryId('nowhere') })).toThrow(SessionError)
})
