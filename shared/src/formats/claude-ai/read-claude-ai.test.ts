import { expect, test } from 'vitest'
import { projectContext } from '../../projection/context.ts'
import type { ImportedSession } from '../format.ts'
import { importFile } from '../import-file.ts'
import { IMPORTER, importText, treeOf } from '../testing/sample-file.ts'
import { at, BRANCHED, conversation, FLAT, message, SEVERAL } from './sample.ts'

const read = (value: object): ImportedSession => importText(JSON.stringify(value))

test('[FM84] an old conversation is a chain in the order of the file', () => {
  const session = read([FLAT])
  expect(session).toMatchObject({ title: 'Beans', createdAt: at(0), leafId: 'm3', report: { read: 3, kept: 3 } })
  expect(session.entries.map(({ id, parentId }) => [id, parentId])).toEqual([
    ['m1', null],
    ['m2', 'm1'],
    ['m3', 'm2'],
  ])
  expect(session.entries[1]).toMatchObject({
    message: { role: 'assistant', content: [{ type: 'text', text: 'In May.' }] },
  })
  expect(session.entries[0]).toMatchObject({
    timestamp: at(1),
    source: { format: 'claude-ai', line: 1, fields: { updated_at: at(1), conversation: { account: { uuid: 'acc' } } } },
  })
})

test('[FM84] what was sent along is named, with the words that the model was given of it', () => {
  expect(read([FLAT]).entries[0]).toMatchObject({
    message: {
      role: 'user',
      content: [
        { text: 'When do I sow beans?' },
        { text: '[File: beds.txt]\n\ntwo beds' },
        { text: '[File: garden.png]' },
      ],
    },
    source: { fields: { attachments: [{ file_size: 9 }] } },
  })
})

test('[FM84] the parents of newer exports are branches, and one stands where the person was', () => {
  const session = read(BRANCHED)
  const index = treeOf(...session.entries)
  expect(index.branchPoints()).toEqual(['q'])
  expect(index.counts()).toMatchObject({ roots: 1, tips: 2 })
  expect(session.leafId).toBe('u2')
  expect(read({ ...BRANCHED, current_leaf_message_uuid: 'gone' }).leafId).toBe('u3')
  const lastPart = session.entries.find(({ id }) => id === 'u3')?.parentId ?? ''
  expect(read({ ...BRANCHED, current_leaf_message_uuid: 'a2' }).leafId).toBe(lastPart)
})

test('[FM84] parents may stand behind their children, and be missing', () => {
  const messages = [
    message('b', 'assistant', 2, 'B', { parent_message_uuid: 'a' }),
    message('a', 'human', 1, 'A', { parent_message_uuid: null }),
    message('c', 'human', 3, 'C', { parent_message_uuid: 'gone' }),
  ]
  const session = read(conversation('c', 'n', messages))
  expect(session.entries.map(({ id, parentId }) => [id, parentId])).toEqual([
    ['b', 'a'],
    ['a', null],
    ['c', 'gone'],
  ])
  expect(session.report.keptAsIs[0]?.message).toContain('gone')
})

test('[FM85] calls and results inside of an answer are a reply, its results and the next reply', () => {
  const session = read(BRANCHED)
  const [call, result, end] = treeOf(...session.entries)
    .pathTo(session.entries.at(-1)?.id ?? null)
    .slice(1)
  expect(call).toMatchObject({
    id: 'a2',
    message: {
      model: 'claude-x',
      stopReason: 'toolUse',
      content: [
        { type: 'thinking' },
        { type: 'toolCall', id: 'a2:1', name: 'web_search', arguments: { query: 'rain' } },
      ],
    },
  })
  expect(result).toMatchObject({
    message: { toolCallId: 'a2:1', toolName: 'web_search', content: [{ text: 'rain at noon' }] },
  })
  expect(end).toMatchObject({
    message: { content: [{ text: 'At noon.' }], stopReason: 'stop' },
    source: { recordId: 'a2' },
  })
  const { leftOut } = projectContext(treeOf(...session.entries), session.entries.at(-1)?.id ?? null)
  expect(leftOut).toEqual([])
})

test('[FM85] a result finds its call by its id, and one without a call stays in the talk', () => {
  const content = [
    { type: 'tool_use', id: 't1', name: 'look', input: {} },
    { type: 'tool_use', id: 't2', name: 'look', input: {} },
    { type: 'tool_result', tool_use_id: 't2', content: 'two' },
    { type: 'tool_result', tool_use_id: 't1', content: 'one', is_error: true },
    { type: 'tool_result', tool_use_id: 't9', name: 'peek', content: 'nine' },
  ]
  const session = read(conversation('c', 'n', [message('m', 'assistant', 1, '', { content })]))
  expect(session.entries).toMatchObject([
    { message: { content: [{ id: 't1' }, { id: 't2' }] } },
    { message: { toolCallId: 't2', isError: false } },
    { message: { toolCallId: 't1', isError: true } },
    { message: { content: [{ text: '[tool_result: peek]', original: { content: 'nine' } }] } },
  ])
})

test('[FM85] words stand where the oldest exports have them, and what else a message holds is kept', () => {
  const old = { uuid: 'm', sender: 'human', text: 'Hello', created_at: at(1) }
  const other = { uuid: 'x', sender: 'system', text: 'note' }
  const session = read(conversation('c', '', [old, other]))
  expect(session.entries[0]).toMatchObject({ message: { content: 'Hello' } })
  expect(session.entries[1]).toMatchObject({ type: 'custom', data: other, parentId: 'm' })
  const mixed = message('m', 'assistant', 1, 'shown elsewhere', {
    content: [{ type: 'text', text: 'said', citations: [{ url: 'u' }] }],
  })
  expect(read(conversation('c', '', [mixed])).entries[0]).toMatchObject({
    message: { content: [{ text: 'said', citations: [{ url: 'u' }] }] },
    source: { fields: { text: 'shown elsewhere', content: [{ type: 'text' }] } },
  })
})

test('[FM84] several conversations are several sessions, an empty one too', () => {
  const sessions = [...importFile(SEVERAL, { author: IMPORTER, now: 0 })]
  expect(sessions.map(({ title, entries }) => [title, entries.length])).toEqual([
    ['Beans', 3],
    ['Imported session (2)', 0],
    ['Rain', 7],
  ])
  expect(sessions[1]?.report.keptAsIs[0]?.message).toContain('no messages')
})

test('[FM84] a message that is told twice is kept once', () => {
  const [m1, m2] = [message('m1', 'human', 1, 'Hi'), message('m2', 'assistant', 2, 'Hello')]
  const session = read(conversation('c', 'n', [m1, m2, m1, message('m3', 'human', 3, 'Bye')]))
  expect(session.entries.map(({ id, parentId }) => [id, parentId])).toEqual([
    ['m1', null],
    ['m2', 'm1'],
    ['m3', 'm2'],
  ])
  expect(session.report.leftOut[0]?.message).toContain('kept once')
})

test('[FM84] what is no message costs itself', () => {
  const session = read(conversation('c', 'n', [message('m', 'human', 1, 'Hi'), Object('text')]))
  expect(session.entries).toHaveLength(1)
  expect(session.report.leftOut[0]?.message).toContain('Message 2')
})
