import { expect, test } from 'vitest'
import { entryId } from '../../entry/ids.ts'
import { projectContext } from '../../projection/context.ts'
import type { ImportedSession } from '../format.ts'
import { importText, treeOf } from '../testing/sample-file.ts'
import { chat, chatMessage, FLAT, NESTED, WITH_TOOLS } from './sample.ts'

const read = (value: object): ImportedSession => importText(JSON.stringify(value))
const pathOf = ({ entries, leafId }: ImportedSession): string[] =>
  treeOf(...entries)
    .pathTo(leafId)
    .map(({ id }) => id)

test('[FM100] a flat LibreChat list is linked by its ids, in any order and with several roots', () => {
  const session = read(FLAT)
  const index = treeOf(...session.entries)
  expect(index.branches(null)).toEqual(['u1', 'u4'])
  expect(index.branches(entryId('u1'))).toEqual(['a2', 'a3'])
  expect(pathOf(session)).toEqual(['u4', 'a5', 'u6', 'a7'])
  expect(session).toMatchObject({ title: 'Trees', createdAt: '2026-02-03T10:00:01.000Z' })
  expect(session.report).toMatchObject({ read: 7, kept: 7, repaired: [], keptAsIs: [], leftOut: [] })
})

test('[FM100] messages inside of one another hang below one another, at any depth', () => {
  const session = read(NESTED)
  expect(treeOf(...session.entries).branches(entryId('u1'))).toEqual(['a2', 'a3'])
  expect(session.entries.find(({ id }) => id === 'u4')).toMatchObject({
    parentId: 'a2',
    timestamp: '2026-02-03T10:00:02.000Z',
  })
  const depth = 20_000
  const [head = '', tail = ''] = JSON.stringify(chat([])).split('[]')
  const open = Array.from({ length: depth }, (_, at) => `{"messageId":"m${at}","text":"x","children":[`).join('')
  const deep = importText(`${head}[${open}${']}'.repeat(depth)}]${tail}`)
  expect(pathOf(deep)).toHaveLength(depth)
})

test('[FM100] a parent that is not in the file stays missing, and what is no message is said', () => {
  const session = read(chat([chatMessage('u1', 'gone', 'Hi'), 7 as never]))
  expect(session.entries[0]).toMatchObject({ parentId: 'gone' })
  expect(session.report).toMatchObject({
    keptAsIs: [{ message: 'u1 hangs below gone, which is not in the file.' }],
    leftOut: [{ message: expect.stringContaining('no message') }],
  })
})

test('[FM101] a LibreChat reply tells its model, its tokens and how it ended, and keeps what it does not show', () => {
  const session = read(FLAT)
  expect(session.entries.find(({ id }) => id === 'a7')).toMatchObject({
    message: {
      role: 'assistant',
      provider: 'openai',
      model: 'gpt-x',
      usage: { output: 7 },
      stopReason: 'length',
      timestamp: Date.parse('2026-02-03T10:00:07.000Z'),
    },
    source: { format: 'librechat', line: 7, fields: { sender: 'GPT-4', unfinished: true } },
  })
  expect(session.entries[0]).toMatchObject({
    source: { fields: { conversation: { conversationId: 'lc-1', options: { temperature: 0.5 } } } },
  })
  const failed = read(chat([chatMessage('u1', null, 'Hi'), chatMessage('a2', 'u1', 'No key', { error: true })]))
  expect(failed.entries[1]).toMatchObject({ message: { stopReason: 'error', errorMessage: 'No key' } })
  const other = read(chat([chatMessage('a1', null, 'Hi', { endpoint: 'Mistral' })]))
  expect(other.entries[0]).toMatchObject({ message: { api: 'openai-completions', provider: 'Mistral' } })
})

test('[FM102] what a tool answered inside a LibreChat reply is its result, and the reply goes on below', () => {
  const session = read(WITH_TOOLS)
  expect(session.entries).toMatchObject([
    {
      message: {
        content: [{ text: 'What is the weather?' }, { text: '[Image: map.png]' }, { text: '[File: plan.pdf]' }],
      },
    },
    {
      id: 'a2',
      message: {
        model: 'gpt-x',
        stopReason: 'toolUse',
        content: [
          { type: 'thinking', thinking: 'Both towns.' },
          { type: 'text', text: 'I look.' },
          { type: 'toolCall', id: 'c1', name: 'weather', arguments: { town: 'Ede' } },
          { type: 'toolCall', id: 'c2', arguments: { town: 'Urk' } },
        ],
      },
      source: { fields: { content: [null, null, { tool_call: { id: 'c1', progress: 1 } }, {}, null, {}, null] } },
    },
    { parentId: 'a2', message: { role: 'toolResult', toolCallId: 'c1', content: [{ text: 'rain' }] } },
    { message: { role: 'toolResult', toolCallId: 'c2' }, source: { recordId: 'a2' } },
    { message: { content: [{ text: 'One more.' }, { type: 'toolCall', id: 'a2-5', arguments: {} }] } },
    { message: { role: 'toolResult', toolCallId: 'a2-5', toolName: 'clock' } },
    { message: { content: [{ text: 'Rain in Ede.' }], stopReason: 'stop', usage: { output: 7 } } },
    { id: 'u3' },
  ])
  expect(pathOf(session)).toHaveLength(8)
  expect(projectContext(treeOf(...session.entries), session.leafId).leftOut).toEqual([])
})

test('[FM102] other parts of a LibreChat message are named, and kept', () => {
  const content = [
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
    { type: 'image_file', image_file: { filename: 'out.png' } },
    {
      type: 'tool_call',
      tool_call: { id: 'c', type: 'function', function: { name: 'f', arguments: '{}', output: 'ok' } },
    },
    { type: 'error', error: 'Stopped' },
    { type: 'video_url', video_url: { url: 'x' } },
  ]
  const session = read(chat([chatMessage('a1', null, 'Hi', { content })]))
  expect(session.entries).toMatchObject([
    {
      message: {
        content: [{ type: 'image', data: 'AAAA' }, { text: '[Image: out.png]' }, { type: 'toolCall', name: 'f' }],
      },
    },
    { message: { role: 'toolResult', content: [{ text: 'ok' }] } },
    { message: { content: [{ text: 'Stopped' }, { text: '[video_url]', original: { type: 'video_url' } }] } },
  ])
})

test('[FM142] the sender of a LibreChat message is who speaks, where it says more than the role and the model', () => {
  const sent = (sender: string, more: object = {}): unknown => {
    const session = read(chat([chatMessage('u1', null, 'Hi', { sender, ...more })]))
    return session.entries[0]?.source?.['author']
  }
  const byPerson = { isCreatedByUser: true }
  const reply = { isCreatedByUser: false }
  expect(sent('User', byPerson)).toBeUndefined()
  expect(sent('Ann', byPerson)).toEqual({ id: 'Ann', name: 'Ann', kind: 'human' })
  expect(sent('Garden helper', reply)).toEqual({ id: 'Garden helper', name: 'Garden helper', kind: 'agent' })
  expect(sent('GPT-4', { ...reply, model: 'gpt-4o' })).toBeUndefined()
  expect(sent('gpt-4o', { ...reply, model: 'gpt-4o' })).toBeUndefined()
  expect(sent('ChatGPT', { ...reply, model: null })).toMatchObject({ name: 'ChatGPT' })
  const tools = read(WITH_TOOLS).entries.filter(({ source }) => source?.['author'] !== undefined)
  expect(tools.every((entry) => entry.type === 'message' && entry.message.role !== 'toolResult')).toBe(true)
})
