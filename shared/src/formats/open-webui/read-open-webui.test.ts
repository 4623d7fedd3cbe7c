import { expect, test } from 'vitest'
import { UNKNOWN_RECORD } from '../../entry/custom.ts'
import { entryId } from '../../entry/ids.ts'
import { projectContext } from '../../projection/context.ts'
import type { ImportedSession } from '../format.ts'
import { importText, treeOf } from '../testing/sample-file.ts'
import { BRANCHED, chat, chatMessage, row, START, WITH_TOOLS } from './sample.ts'

const read = (value: object): ImportedSession => importText(JSON.stringify(value))
const pathOf = ({ entries, leafId }: ImportedSession): string[] =>
  treeOf(...entries)
    .pathTo(leafId)
    .map(({ id }) => id)

test('[FM104] Open WebUI answers of several models and questions asked again are branches, whatever the lists of children say', () => {
  const session = read([BRANCHED])
  const index = treeOf(...session.entries)
  expect(index.branches(entryId('u1'))).toEqual(['a2', 'a3'])
  expect(index.branches(entryId('a2'))).toEqual(['u4', 'u6'])
  expect(pathOf(session)).toEqual(['u1', 'a2', 'u4', 'a5'])
  expect(session).toMatchObject({ title: 'Chat ow-1', createdAt: new Date(START * 1000).toISOString() })
  expect(session.report).toMatchObject({ read: 7, kept: 7, repaired: [], keptAsIs: [], leftOut: [] })
})

test('[FM104] where one was may be a stub: what it hangs below is taken, else the newest message', () => {
  const talk = [chatMessage('u1', null, 'Hi'), chatMessage('a2', 'u1', 'Hello'), chatMessage('a3', 'u1', 'Hey')]
  const stub = { id: 's9', parentId: 'a2', childrenIds: [], done: true }
  const below = read(chat([...talk, stub], 's9'))
  expect(below.leafId).toBe('a2')
  expect(below.entries[3]).toMatchObject({ id: 's9', type: 'custom', customType: UNKNOWN_RECORD, data: { done: true } })
  const alone = read(chat([...talk, { id: 's9', childrenIds: [] }], 's9'))
  expect(alone.leafId).toBe('a3')
  expect(alone.report.keptAsIs[0]?.message).toContain('s9')
  expect(read(chat(talk, 'gone')).leafId).toBe('a3')
})

test('[FM104] messages without a parent of their own are linked by who lists them, or stand behind one another', () => {
  const { parentId: _parent, ...orphan } = chatMessage('a2', null, 'Hello')
  const listed = read(chat([chatMessage('u1', null, 'Hi', { childrenIds: ['a2'] }), orphan], 'a2'))
  expect(pathOf(listed)).toEqual(['u1', 'a2'])
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
  ]
  const old = read(row('old', { title: 'Old', models: ['m'], history: { messages: {} }, messages: [] }))
  expect(old.entries).toEqual([])
  const flat = read([row('old', { models: ['m'], messages })]) // before there was a history
  expect(flat.entries).toMatchObject([{ parentId: null }, { parentId: flat.entries[0]?.id }])
})

test('[FM105] an Open WebUI reply has its model, usage and end, and sources stay beside', () => {
  const { entries } = read(BRANCHED)
  const find = (id: string) => entries.find((entry) => entry.id === id)
  expect(find('a2')).toMatchObject({
    timestamp: new Date((START + 2) * 1000).toISOString(),
    message: { model: 'model-a', usage: { input: 3, output: 1, totalTokens: 4 }, stopReason: 'stop' },
  })
  expect(find('a3')).toMatchObject({
    message: { model: 'model-b' },
    source: { fields: { modelIdx: 1, sources: [{ source: { name: 'Flora' } }] } },
  })
  expect(find('a7')).toMatchObject({ message: { stopReason: 'length' } })
  expect(find('u1')).toMatchObject({
    source: {
      fields: {
        models: ['model-a', 'model-b'],
        conversation: { user_id: 'me', chat: { params: { system: 'Be brief' } } },
      },
    },
  })
  const failed = read(chat([chatMessage('a1', null, '', { error: { content: 'No model' } })], 'a1'))
  expect(failed.entries[0]).toMatchObject({ message: { stopReason: 'error', errorMessage: 'No model' } })
})

test('[FM106] thoughts, calls and answers inside an Open WebUI reply become those, from its text or its items', () => {
  const session = read(WITH_TOOLS)
  expect(session.entries).toMatchObject([
    { message: { content: [{ text: 'Weather?' }, { type: 'image', data: 'AAAA' }, { text: '[File: plan.pdf]' }] } },
    {
      id: 'a2',
      message: {
        content: [
          { type: 'thinking', thinking: 'Ede & Urk' },
          { text: 'I look.' },
          { type: 'toolCall', id: 'c1', name: 'weather', arguments: { town: 'Ede' } },
        ],
        stopReason: 'toolUse',
      },
      source: { fields: { content: expect.stringContaining('<details') } },
    },
    { message: { role: 'toolResult', toolCallId: 'c1', toolName: 'weather', content: [{ text: 'rain' }] } },
    { message: { content: [{ text: 'Rain in Ede.' }], stopReason: 'stop' }, source: { recordId: 'a2' } },
    { id: 'u3' },
    {
      id: 'a4',
      message: { provider: 'ollama', content: [{ thinking: 'Urk now.' }, { type: 'toolCall', id: 'c2' }] },
      source: { fields: { output: [{ id: 'r1' }, { status: 'completed' }, {}, { id: 'm1' }] } },
    },
    { message: { role: 'toolResult', toolCallId: 'c2', content: [{ text: 'sun' }] } },
    { message: { content: [{ text: 'Sun in Urk.' }], usage: { input: 9, output: 4 } } },
  ])
  expect(session.leafId).toBe(session.entries[7]?.id)
  expect(session.entries[5]?.source?.fields).not.toHaveProperty('content')
  expect(projectContext(treeOf(...session.entries), session.leafId).leftOut).toEqual([])
})

test('[FM106] details of other kinds, open ones and a great many of them stay text', () => {
  const texts = ['<details type="other" x="y">a</details>', 'a <details type="reasoning" done="false"> never ends']
  for (const text of texts)
    expect(read(chat([chatMessage('a1', null, text)], 'a1')).entries).toMatchObject([
      { message: { content: [{ text }] } },
    ])
  const many = [
    '<details type="reasoning">'.repeat(20_000),
    `${'<details type="other">'.repeat(20_000)}</details>`,
    `${'<details type="reasoning" '.repeat(20_000)}></details>`,
  ]
  for (const text of many) expect(read(chat([chatMessage('a1', null, text)], 'a1')).entries).toHaveLength(1)
})
