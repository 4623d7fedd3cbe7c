import { expect, test } from 'vitest'
import { UNKNOWN_RECORD } from '../../entry/custom.ts'
import {
  entryOfLine,
  exportLines,
  headerLine,
  idOfLine,
  IMPORTER,
  importLines,
  importText,
  line,
  timeAt,
  treeOf,
  userLine,
} from '../testing/sample-file.ts'
import { exportPi } from './export-pi.ts'
import { piReader } from './read-pi.ts'

test('[FM5] an entry is the record in its own key order, with author and source', () => {
  const record =
    '{"type":"message","extra":{"z":1,"a":2},"id":"u1","parentId":null,"timestamp":"2026-01-05T09:00:00Z","message":{"role":"user","content":"Hi"}}'
  const session = importLines(headerLine(), record)
  const entry = entryOfLine(session, 2)
  expect(JSON.stringify(entry)).toBe(record.slice(0, -1) + ',"author":"importer","source":{"format":"pi","line":2}}')
  expect(exportLines(session)).toEqual([headerLine(), record])
})

test('[FM5] fields of a record under names of ours are kept beside, and come back at their places', () => {
  const record =
    '{"author":"jo","type":"message","source":{"a":1},"id":"u1","contributors":["jo"],"parentId":null,"timestamp":"t","message":{"role":"user","content":"Hi"}}'
  const session = importLines(headerLine(), record)
  expect(entryOfLine(session, 2)).toMatchObject({
    author: 'importer',
    contributors: ['importer'],
    source: { line: 2, fields: { author: 'jo', source: { a: 1 }, contributors: ['jo'] } },
  })
  expect(exportLines(session)[1]).toBe(record)
})

test('[FM2] ids of the file are kept, "__proto__" like any other, and a second import gives the same ids', () => {
  const lines = [
    headerLine(),
    userLine('__proto__', null),
    userLine('u2', '__proto__'),
    line({ type: 'message', timestamp: timeAt(3), message: { role: 'user', content: 'no id' } }),
    line({ type: 'message', timestamp: timeAt(3), message: { role: 'user', content: 'no id' } }),
    line({ type: 'note', text: 'foreign' }),
  ]
  const first = importLines(...lines)
  expect(first.entries.slice(0, 2).map(({ id, parentId }) => [id, parentId])).toEqual([
    ['__proto__', null],
    ['u2', '__proto__'],
  ])
  const ids = first.entries.map(({ id }) => id)
  expect(new Set(ids).size).toBe(5)
  const grown = importLines(...lines, userLine('u3', 'u2'))
  expect(grown.entries.map(({ id }) => id)).toEqual([...ids, 'u3'])
})

test('[FM2] an id that cannot be stored gets another, its children follow, and export gives both back', () => {
  const lines = [
    headerLine(),
    line({ type: 'custom', id: 7, parentId: null, timestamp: timeAt(1), customType: 'x' }),
    line({ type: 'custom', id: 'x'.repeat(300), parentId: 7, timestamp: timeAt(2), customType: 'x' }),
    userLine('u1', 'x'.repeat(300)),
    '{"type":"custom","id":"\\ud83d","parentId":"u1","timestamp":"t","customType":"x"}',
    '{"type":"custom","id":"c5","parentId":"\\ud83d","timestamp":"t","customType":"x"}',
  ]
  const session = importLines(...lines)
  for (const at of [3, 4, 5, 6]) expect(entryOfLine(session, at).parentId).toBe(idOfLine(session, at - 1))
  for (const { id } of session.entries) expect(id.isWellFormed() && id.length <= 256).toBe(true)
  expect(exportLines(session)).toEqual(lines)
})

test('[FM6] a record of an unknown type is kept whole under its id, so that its children stay linked', () => {
  const record =
    '{"type":"git_state","id":"g1","parentId":"u1","timestamp":"2026-01-05T09:00:02.000Z","git":{"commit":"abc"}}'
  const session = importLines(headerLine(), userLine('u1', null), record, userLine('u2', 'g1'))
  expect(entryOfLine(session, 3)).toMatchObject({
    type: 'custom',
    customType: UNKNOWN_RECORD,
    id: 'g1',
    parentId: 'u1',
  })
  expect(JSON.stringify(Reflect.get(entryOfLine(session, 3), 'data'))).toBe(record)
  expect(exportLines(session)[2]).toBe(record)
  expect(session.report.keptAsIs).toEqual([
    { line: 3, message: 'A record of the unknown type "git_state" is kept whole.' },
  ])
})

test('[FM6] a record that misses the shape of its type is kept whole too', () => {
  const record = '{"type":"label","id":"l1","parentId":"u1","timestamp":"2026-01-05T09:00:02.000Z","label":"no target"}'
  const session = importLines(headerLine(), userLine('u1', null), record)
  expect(entryOfLine(session, 3)).toMatchObject({ customType: UNKNOWN_RECORD, id: 'l1', parentId: 'u1' })
  expect(session.report.keptAsIs[0]?.message).toContain('targetId')
  expect(exportLines(session)[2]).toBe(record)
})

test('[FM6] content of an unknown kind does not hide the rest of a message', () => {
  const message = {
    role: 'assistant',
    content: [
      { type: 'hologram', data: 1 },
      { type: 'text', text: 'Hi' },
    ],
    model: 'm',
  }
  const record = line({ type: 'message', id: 'a1', parentId: null, timestamp: timeAt(1), message })
  const session = importLines(headerLine(), record)
  expect(entryOfLine(session, 2)).toMatchObject({ message: { content: [{ type: 'text', text: 'Hi' }], model: 'm' } })
  expect(exportLines(session)[1]).toBe(record)
})

test('[FM6] a model change of oh-my-pi is read as one', () => {
  const record = line({
    type: 'model_change',
    id: 'm1',
    parentId: null,
    timestamp: timeAt(1),
    model: 'router/maker/model',
  })
  const session = importLines(headerLine(), record)
  expect(entryOfLine(session, 2)).toMatchObject({ provider: 'router', modelId: 'maker/model' })
  expect(exportLines(session)[1]).toBe(record)
})

test('[FM6] a foreign record without an id is no root, no parent and no leaf', () => {
  const foreign = '{"type":"tool_started","agent":"pi"}'
  const session = importLines(
    headerLine(),
    foreign,
    userLine('u1', null),
    line({ type: 'custom', id: 'c1', timestamp: timeAt(2), customType: 'x' }),
    foreign,
  )
  expect(entryOfLine(session, 4).parentId).toBe('u1')
  expect(entryOfLine(session, 5).parentId).toBe('c1')
  expect(session.leafId).toBe('c1')
  expect(exportLines(session)).toHaveLength(5)
})

test('[FM3] BOM, CRLF, blank lines and a missing last LF change nothing', () => {
  const lines = [headerLine(), userLine('u1', null, 'a\u2028b'), userLine('u2', 'u1')]
  const plain = importLines(...lines)
  const odd = importText(`\ufeff${lines.join('\r\n')}`)
  expect(odd.entries).toEqual(plain.entries)
  expect(odd.header).toBe(headerLine())
  expect(importText(lines.join('\n\n')).entries.map(({ id }) => id)).toEqual(['u1', 'u2'])
})

test('[FM4] a damaged line costs that line, and the report names it', () => {
  const session = importLines(
    headerLine(),
    userLine('u1', null),
    '{ not json ]',
    'null',
    '[1]',
    userLine('u2', 'u1'),
    userLine('u3', 'u2').slice(0, 40),
  )
  expect(session.entries.map(({ id }) => id)).toEqual(['u1', 'u2'])
  expect(session.report.leftOut.map((note) => note.line)).toEqual([3, 4, 5, 7])
  expect(session.report).toMatchObject({ read: 3, kept: 2 })
})

test('[FM4] whole records behind a torn one are recovered from the same line', () => {
  const glued = `${userLine('u2', 'u1').slice(0, 90)}${userLine('u3', 'u1')}${userLine('u4', 'u3')}`
  const session = importLines(headerLine(), userLine('u1', null), glued, userLine('u5', 'u4'))
  expect(session.entries.map(({ id }) => id)).toEqual(['u1', 'u3', 'u4', 'u5'])
  expect(session.entries.map(({ source }) => source?.line)).toEqual([2, 3, 3, 4])
  expect(session.report.repaired.map((note) => note.line)).toEqual([3])
  expect(session.report.leftOut.map((note) => note.line)).toEqual([3])
})

test('[FM4] a block inside a torn record is not taken for a record', () => {
  const block = '{"type":"toolCall","id":"t1","name":"bash","arguments":{}}'
  const torn = `{"type":"message","id":"a1","message":{"role":"assistant","content":[${block}`
  const session = importLines(headerLine(), userLine('u1', null), torn)
  expect(session.entries.map(({ id }) => id)).toEqual(['u1'])
})

test('[FM10] a repeat is kept once; a different record under the same id is kept beside the first', () => {
  const again = userLine('u1', null, 'u1', { timestamp: timeAt(50) })
  const other = userLine('u1', null, 'something else')
  const session = importLines(
    headerLine(),
    userLine('u1', null),
    again,
    other,
    userLine('u2', 'u1'),
    other,
    headerLine(),
  )
  expect(session.entries.map(({ id, parentId }) => [id, parentId])).toEqual([
    ['u1', null],
    [expect.stringMatching(/^u1~[0-9a-f]{8}$/), null],
    ['u2', 'u1'],
  ])
  expect(session.report.leftOut.map((note) => note.line)).toEqual([3, 6, 7])
  expect(session.report.repaired.map((note) => note.line)).toEqual([4])
  const lines = exportLines(session)
  expect(lines).toHaveLength(4)
  const exported = importLines(...lines)
  expect(exported.entries.map(({ id }) => id)).toEqual(session.entries.map(({ id }) => id))
  expect(exportLines(exported)).toEqual(lines)
})

test('[FM11] missing parents, cycles and dangling references are kept as they are, and reported', () => {
  const lines = [
    headerLine(),
    userLine('u1', 'gone'),
    userLine('u2', 'u3'),
    userLine('u3', 'u2'),
    userLine('u4', 'u4'),
    line({ type: 'label', id: 'l1', parentId: 'u1', timestamp: timeAt(5), targetId: 'nobody', label: 'x' }),
    line({
      type: 'compaction',
      id: 'c1',
      parentId: 'u1',
      timestamp: timeAt(6),
      summary: 's',
      firstKeptEntryId: 'nobody',
    }),
    line({ type: 'branch_summary', id: 'b1', parentId: 'u1', timestamp: timeAt(7), fromId: 'root', summary: 's' }),
  ]
  const session = importLines(...lines)
  expect(exportLines(session)).toEqual(lines)
  expect(session.report.keptAsIs.map((note) => note.line)).toEqual([2, 6, 7, 3, 5])
})

test('[FM1] the header of another tool under the same type does not matter: unknown fields are kept', () => {
  const header = headerLine(3, { git: { branch: 'x' }, parentSession: '/old.jsonl' })
  const session = importLines(header, userLine('u1', null))
  expect(session).toMatchObject({ header, parentSession: '/old.jsonl', createdAt: timeAt(0), title: 'u1' })
  expect(exportLines(session)[0]).toBe(header)
})

test('[FM1] the title is the last name, else the first words, else the name of the file', () => {
  const named = (name: string): string =>
    line({ type: 'session_info', id: name, parentId: null, timestamp: timeAt(1), name })
  expect(importLines(headerLine(), userLine('u1', null, 'Hello   there'), named('One'), named('Two')).title).toBe('Two')
  expect(importLines(headerLine(), userLine('u1', null, `Hello\n\nthere ${'x'.repeat(100)}`)).title).toMatch(
    /^Hello there x+…$/,
  )
  expect(importLines(headerLine()).title).toBe('Imported session')
})

test('[FM138] records of a Pi file without any time say so, and export gives them back', () => {
  const bare = ['{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"Hi"}}']
  const session = importLines(...bare)
  expect(session.entries[0]?.source).toMatchObject({ timed: false })
  expect(session.createdAt).toBeNull()
  expect(exportLines(session).at(-1)).toBe(bare[0])
  const dated = importLines(headerLine(), ...bare)
  expect(dated.entries[0]).toMatchObject({ timestamp: timeAt(0) })
  expect(dated.entries[0]?.source).not.toHaveProperty('timed')
})

test('[FM152] a header that stands behind entries is the header all the same, and said', () => {
  const session = importLines(userLine('a', null), headerLine(3, { parentSession: '/before' }), userLine('b', 'a'))
  expect(session).toMatchObject({ header: headerLine(3, { parentSession: '/before' }), parentSession: '/before' })
  expect(session.entries.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(session.report.repaired).toEqual([{ line: 2, message: expect.stringContaining('header') }])
  expect(exportLines(session)).toEqual([
    headerLine(3, { parentSession: '/before' }),
    userLine('a', null),
    userLine('b', 'a'),
  ])
})

test('[HT41] entries are handed on in their order while the file is read, up to a mark that may be left out in the end', () => {
  const mark = line({ type: 'custom', id: 'm', parentId: 'u2', timestamp: timeAt(3), customType: 'coppice.leaf' })
  const lines = [headerLine(), userLine('u1', null), userLine('u2', 'u1'), mark, userLine('u3', 'u2')]
  const handed: [string, number][] = []
  const [session] = piReader.read([lines.join('\n')], {
    author: IMPORTER,
    now: 0,
    onEntry: ({ id }, length) => handed.push([id, length]),
  })
  expect(session?.entries.map(({ id }) => id)).toEqual(['u1', 'u2', 'u3'])
  expect(handed).toEqual([
    ['u1', lines[1]?.length],
    ['u2', lines[2]?.length],
  ])
})

const mark = (id: string, parentId: string | null): string =>
  line({ type: 'custom', id, parentId, timestamp: timeAt(3), customType: 'coppice.leaf' })

test('[FM167] where a mark that is no entry says where one stands, that is told, for the export to mark it again', () => {
  const session = importLines(headerLine(), userLine('u1', null), userLine('u2', 'u1'), mark('m', 'u1'))
  expect([session.leafId, session.markedLeaf]).toEqual(['u1', 'u1'])
  const again = importText(
    exportPi(
      treeOf(...session.entries),
      { sessionId: 's', createdAt: timeAt(0), header: session.header, title: '' },
      {
        leafId: session.markedLeaf ?? null,
      },
    ),
  )
  expect([again.leafId, again.markedLeaf]).toEqual(['u1', 'u1'])
  expect(again.entries).toEqual(session.entries)
  // A link of the chain says it by itself.
  const linked = importLines(headerLine(), userLine('u1', null), mark('m', 'u1'), userLine('u2', 'm'))
  expect(linked.markedLeaf).toBeUndefined()
})

test('[FM167] each mark is told as what it was: the place one stands, an earlier one, or of nothing', () => {
  const session = importLines(
    headerLine(),
    userLine('u1', null),
    mark('early', 'u1'),
    userLine('u2', 'u1'),
    mark('lost', 'nowhere'),
    mark('last', 'u1'),
  )
  expect(session.report.keptAsIs.map(({ line: at, message }) => [at, message])).toEqual([
    [3, 'A mark of where one stood earlier is left out: the file goes on after it.'],
    [5, 'A mark of where one stood is for an entry that is missing: it is left out.'],
    [6, 'A mark of where one stood was read: it is no entry, one stands there.'],
  ])
  expect(session.leafId).toBe('u1')
})
