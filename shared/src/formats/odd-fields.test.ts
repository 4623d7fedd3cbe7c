import { expect, test } from 'vitest'
import { importText } from './testing/sample-file.ts'

const ODD = { odd: 'kept, whatever it is' }

const chatgpt = (message: object, node: object = {}): object => ({
  mapping: {
    a: {
      id: 'a',
      parent: null,
      children: [],
      message: { author: { role: 'user' }, content: { parts: ['x'] }, ...message },
      ...node,
    },
  },
})
const claudeAi = (message: object): object => ({
  uuid: 'c',
  name: 'C',
  chat_messages: [{ uuid: 'm', sender: 'human', text: 'x', created_at: '2026-01-01T00:00:00Z', ...message }],
})
const openWebui = (message: object): object => ({
  history: {
    currentId: 'a',
    messages: { a: { id: 'a', parentId: null, childrenIds: [], role: 'assistant', content: 'x', ...message } },
  },
})
const opencode = (message: object): object => ({
  info: { id: 'ses_1', title: 'T', version: '1', time: { created: 1 } },
  messages: [
    {
      info: { id: 'msg_1', role: 'user', sessionID: 'ses_1' },
      parts: [{ id: 'prt_1', type: 'text', text: 'x' }],
      ...message,
    },
  ],
})
const librechat = (message: object): object => ({
  conversationId: 'c',
  title: 'T',
  options: {},
  messages: [{ messageId: 'a', parentMessageId: null, isCreatedByUser: true, sender: 'User', text: 'x', ...message }],
})
const gemini = (message: object): object => ({
  sessionId: 's',
  projectHash: 'h',
  startTime: '2026-01-01T00:00:00Z',
  messages: [{ id: 'a', timestamp: '2026-01-01T00:00:00Z', type: 'gemini', content: 'x', ...message }],
})
const loom = (node: object): object => ({
  root: { id: 'r', text: 'x', children: [{ id: 'n', text: 'y', children: [], ...node }] },
  chapters: {},
})
const messages = (message: object): object => ({
  messages: [
    { role: 'user', content: 'x' },
    { role: 'assistant', content: 'y', ...message },
    { role: 'user', content: 'z' },
  ],
})
const claudeCode = (message: object, record: object = {}): object => ({
  uuid: 'a',
  parentUuid: null,
  sessionId: 's',
  type: 'assistant',
  message: { role: 'assistant', content: 'x', ...message },
  ...record,
})

test.each<[string, object]>([
  ['ChatGPT, a content', chatgpt({ content: [ODD] })],
  ['ChatGPT, an id', chatgpt({}, { id: ODD })],
  ['ChatGPT, children', chatgpt({}, { children: ODD })],
  ['Claude.ai, a text', claudeAi({ text: ODD })],
  ['Claude.ai, a content', claudeAi({ content: ODD })],
  ['Claude.ai, words of a block', claudeAi({ content: [{ type: 'text', text: ODD }] })],
  ['Claude.ai, an id', claudeAi({ uuid: ODD })],
  ['Open WebUI, a content', openWebui({ content: ODD })],
  ['Open WebUI, an output', openWebui({ output: ODD })],
  ['Open WebUI, children', openWebui({ childrenIds: ODD })],
  ['opencode, parts', opencode({ parts: ODD })],
  ['opencode, words of a part', opencode({ parts: [{ id: 'prt_1', type: 'text', text: ODD }] })],
  [
    'opencode, an output',
    opencode({
      parts: [
        { id: 'prt_1', type: 'tool', tool: 't', callID: 'c', state: { status: 'completed', input: {}, output: ODD } },
      ],
    }),
  ],
  ['LibreChat, a text', librechat({ text: ODD })],
  ['LibreChat, a content', librechat({ content: ODD })],
  ['LibreChat, an id', librechat({ messageId: ODD })],
  ['Gemini, an id', gemini({ id: ODD })],
  ['Gemini, a model', gemini({ model: ODD })],
  ['Gemini, thoughts', gemini({ thoughts: ODD })],
  ['Gemini, the words of a thought', gemini({ thoughts: [{ subject: ODD, description: 'x' }] })],
  ['Gemini, calls', gemini({ toolCalls: ODD })],
  ['Loom, a text', loom({ text: ODD })],
  ['Loom, an id', loom({ id: ODD })],
  ['messages, an id', messages({ id: ODD })],
  ['messages, calls', messages({ tool_calls: ODD })],
  ['messages, a content', messages({ content: ODD })],
  ['Claude Code, a content', claudeCode({ content: ODD })],
  ['Claude Code, a model', claudeCode({ model: ODD })],
  ['Claude Code, a role', claudeCode({ role: 'someone odd, kept, whatever it is' })],
  ['Claude Code, a message', claudeCode({}, { message: [ODD] })],
])('[FM151] of a shape that no reader shows, nothing is lost without a word: %s', (_what, file) => {
  const { entries, report } = importText(`${JSON.stringify(file)}\n`)
  expect(entries.length).toBeGreaterThan(0)
  const isKept = JSON.stringify(entries).includes(ODD.odd)
  expect(isKept || report.leftOut.length > 0 ? 'kept or said' : entries).toBe('kept or said')
})

test('[FM151] thoughts that are no text stay on their block', () => {
  const thinking = [{ type: 'thinking', thinking: ODD, signature: ODD }]
  const { entries } = importText(`${JSON.stringify(claudeCode({ content: thinking }))}\n`)
  expect(entries[0]).toMatchObject({ message: { content: [{ type: 'thinking', original: thinking[0] }] } })
})

test('[FM151] a Gemini line that is a change and says something else too is both', () => {
  const lines = [
    { sessionId: 's', projectHash: 'h', startTime: '2026-01-01T00:00:00Z', $set: { summary: 'S' } },
    { id: 'u', type: 'user', content: 'Hi', $set: { lastUpdated: '2026-01-01T00:00:09Z' } },
    { id: 'a', type: 'gemini', content: 'Hello', $rewindTo: 'nowhere' },
    { odd: ODD, $set: { kind: 'main' } },
  ]
  const { entries, report } = importText(lines.map((one) => `${JSON.stringify(one)}\n`).join(''))
  const all = JSON.stringify(entries)
  for (const kept of ['"projectHash":"h"', '"Hi"', '"Hello"', '"kind":"main"']) expect(all).toContain(kept)
  expect(report.leftOut).toHaveLength(1)
})

test('[FM151] a conversation without messages says so, whatever tool it is of', () => {
  const empty = [
    { ...librechat({}), exportAt: 'now', recursive: false, messages: [] },
    { id: 'x', chat: { models: ['m'], history: { currentId: null, messages: {} } } },
    { info: { id: 'ses_1', title: 'T', version: '1', time: { created: 1 } }, messages: [] },
    { uuid: 'c', name: 'C', chat_messages: [] },
  ]
  for (const file of empty) {
    const { entries, report } = importText(JSON.stringify(file))
    expect(entries).toEqual([])
    expect(report.keptAsIs.map(({ message }) => message)).toEqual([expect.stringContaining('no messages')])
  }
})
