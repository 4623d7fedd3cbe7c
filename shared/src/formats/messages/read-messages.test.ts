import { expect, test } from 'vitest'
import { isTimed } from '../../entry/base.ts'
import { projectContext } from '../../projection/context.ts'
import type { ImportedSession } from '../format.ts'
import { isSameContent } from '../build/same-content.ts'
import { detectFormat, importFile } from '../import-file.ts'
import { speakerOf } from '../speaker.ts'
import { IMPORTER, importText, treeOf } from '../testing/sample-file.ts'
import { ANTHROPIC, LINES, OPENAI } from './sample.ts'

const read = (value: object): ImportedSession => importText(JSON.stringify(value))
const idsOf = ({ entries }: ImportedSession): string[] => entries.map(({ id }) => id)

test('[FM111] messages of OpenAI are a chain with their calls, results, images and thoughts', () => {
  const session = read(OPENAI)
  expect(session.entries).toMatchObject([
    { parentId: null, message: { role: 'system', content: 'Be brief.' }, source: { fields: { role: 'developer' } } },
    {
      message: {
        role: 'user',
        content: [
          { text: 'Weather in both towns? 🌳' },
          { type: 'image', data: 'AAAA', mimeType: 'image/png' },
          { text: '[Image: https://example.org/map.png]' },
        ],
      },
    },
    {
      message: {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Two calls.' },
          { type: 'toolCall', id: 'c1', name: 'weather', arguments: { town: 'Ede' } },
          { type: 'toolCall', id: 'c2', arguments: { input: 'Urk' } },
        ],
        stopReason: 'toolUse',
      },
    },
    { message: { role: 'toolResult', toolCallId: 'c1', toolName: 'weather', content: [{ text: 'rain' }] } },
    { message: { role: 'toolResult', toolCallId: 'c2', content: [{ text: 'sun' }] } },
    { message: { role: 'assistant', content: [{ text: 'Rain and sun.' }], stopReason: 'stop' } },
  ])
  const index = treeOf(...session.entries)
  expect(index.pathTo(session.leafId)).toHaveLength(6)
  expect(projectContext(index, session.leafId).leftOut).toEqual([])
  expect(session).toMatchObject({
    title: expect.stringContaining('both towns? 🌳'),
    report: { read: 6, kept: 6, leftOut: [] },
  })
})

test('[FM111] a request to Anthropic has its system prompt first, and results stand before the words beside them', () => {
  const session = read(ANTHROPIC)
  expect(session.entries).toMatchObject([
    {
      message: { role: 'system', content: [{ text: 'Be kind.', cache_control: {} }] },
      source: { fields: { conversation: { max_tokens: 1024, tools: [{ name: 'weather' }] } } },
    },
    { message: { role: 'user', content: 'Weather in Ede?' } },
    {
      message: {
        api: 'anthropic-messages',
        provider: 'anthropic',
        model: 'claude-x',
        content: [
          { thinkingSignature: 'sig' },
          { text: 'I look.' },
          { type: 'toolCall', id: 't1', arguments: { town: 'Ede' } },
        ],
        usage: { input: 9, output: 4, cacheRead: 2 },
        stopReason: 'toolUse',
      },
    },
    { message: { role: 'toolResult', toolCallId: 't1', toolName: 'weather', isError: true } },
    { message: { role: 'user', content: [{ text: 'And tomorrow?' }] } },
    { message: { role: 'assistant' } },
  ])
  expect(session.leafId).toBe(session.entries.at(-1)?.id)
})

test('[FM112] a list that has grown keeps the ids of what was there, and the same words twice are two messages', () => {
  const whole = read(OPENAI)
  expect(idsOf(read(OPENAI.slice(0, 3)))).toEqual(idsOf(whole).slice(0, 3))
  const twice = read([OPENAI[5] ?? {}, OPENAI[5] ?? {}])
  expect(new Set(idsOf(twice)).size).toBe(2)
  expect(twice.report.repaired).toEqual([])
  const own = read([{ id: 'msg_1', role: 'assistant', content: 'a', created_at: 1_770_000_000 }])
  expect(own.entries[0]).toMatchObject({ id: 'msg_1', timestamp: '2026-02-02T02:40:00.000Z' })
})

test('[FM112] every list is a session: one a line, or one an element', () => {
  const sessions = [...importFile(LINES, { author: IMPORTER, now: 0 })]
  expect(sessions.map(({ entries }) => entries.length)).toEqual([6, 2])
  const list = JSON.stringify([ANTHROPIC, { messages: OPENAI, title: 'Two' }])
  expect([...importFile(list, { author: IMPORTER, now: 0 })].map(({ title }) => title)).toEqual([
    'Weather in Ede?',
    'Two',
  ])
  const loose = OPENAI.map((message) => JSON.stringify(message)).join('\n')
  expect(importText(loose).entries).toHaveLength(6)
})

test('[FM113] answers of older APIs find their call, and what nobody asked for stays in the talk', () => {
  const session = read([
    { role: 'assistant', content: null, function_call: { name: 'clock', arguments: '{}' } },
    { role: 'function', name: 'clock', content: '10:00' },
    { role: 'tool', content: 'unasked' },
  ])
  const [call, answer, unasked] = session.entries
  expect(call).toMatchObject({ message: { content: [{ type: 'toolCall', name: 'clock' }] } })
  expect(answer).toMatchObject({ message: { role: 'toolResult', toolName: 'clock', content: [{ text: '10:00' }] } })
  expect(unasked).toMatchObject({ type: 'custom_message', customType: 'messages.tool' })
  expect(projectContext(treeOf(...session.entries), session.leafId).leftOut).toEqual([])
})

test('[FM114] only lists of messages are taken for some: not those that are linked, or hold anything else', () => {
  const found = (value: unknown): string | null => detectFormat(JSON.stringify(value))
  for (const value of [
    [],
    {},
    { messages: [] },
    [{ role: 'user' }],
    [{ role: 'user', content: 7 }],
    [{ role: 'user', content: [{ text: 'no type' }] }],
    [{ role: 'critic', content: 'x' }],
    [{ role: 'user', content: 'x', parentId: null }],
    [{ role: 'user', content: 'x' }, { note: 'x' }],
    { messages: [{ type: 'user', content: 'x' }] },
    { role: 'user' },
    'role',
    7,
  ])
    expect([value, found(value)]).toEqual([value, null])
  expect(found([{ role: 'user', content: '' }])).toBe('messages')
  const two = [
    { role: 'user', content: 'x' },
    { role: 'assistant', content: 'y' },
  ]
  for (const odd of [null, 7, { role: 'critic', content: 'x' }, { role: 'assistant', content: null }])
    expect([odd, found([...two, odd]), found({ messages: [odd, ...two] })]).toEqual([odd, 'messages', 'messages'])
  const long = JSON.stringify([{ role: 'system', content: 'x'.repeat(200_000) }])
  expect(detectFormat(long.slice(0, 100_000))).toBe('messages')
})

test('[FM114] a message of the list that is none is said, and the rest is read', () => {
  const session = [
    ...importFile(JSON.stringify({ messages: [...OPENAI, 7, { role: 'critic' }] }), {
      author: IMPORTER,
      now: 0,
      format: 'messages',
    }),
  ]
  expect(session[0]?.report).toMatchObject({
    read: 8,
    kept: 6,
    leftOut: [{ message: 'Number 7 in the list is no message.' }, {}],
  })
})

test('[FM138] a message without a time in a list that has none says so, and is the same when it comes again', () => {
  const list = [
    { role: 'user', content: 'Which beds?' },
    { role: 'assistant', content: 'The left ones.' },
  ]
  const at = (now: number): ImportedSession | undefined =>
    [...importFile(JSON.stringify(list), { author: IMPORTER, now })][0]
  const [first, second] = [at(1_000), at(2_000)]
  expect(first?.entries.map(({ timestamp, source }) => [timestamp, source?.['timed']])).toEqual([
    ['1970-01-01T00:00:01.000Z', false],
    ['1970-01-01T00:00:01.000Z', false],
  ])
  expect([first?.createdAt, second?.createdAt]).toEqual([null, null])
  for (const [number, entry] of (first?.entries ?? []).entries()) {
    const again = second?.entries[number]
    expect(again !== undefined && again.id === entry.id && isSameContent(entry, again)).toBe(true)
  }
  const dated = read([{ ...list[0], timestamp: 1_770_000_000 }, list[1], { ...list[0], timestamp: 1_770_000_009 }])
  expect(dated.entries.map(isTimed)).toEqual([true, true, true])
  expect(dated.entries.some(({ source }) => source !== undefined && 'timed' in source)).toBe(false)
  const late = read([list[0], { ...list[1], timestamp: 1_770_000_000 }, list[0]])
  expect(late.entries.map(isTimed)).toEqual([false, true, true])
})

test('[FM141] names in a list of messages are who speaks; a word for a role is no name, a tool is nobody', () => {
  const { entries } = read([
    { role: 'system', name: 'example_user', content: 'Be brief.' },
    { role: 'user', name: 'Ann', content: 'Which beds?' },
    { role: 'assistant', name: 'planner', content: 'Look.', tool_calls: [call('c1')] },
    { role: 'tool', name: 'weather', tool_call_id: 'c1', content: 'rain' },
    { role: 'assistant', name: 'assistant', content: 'The left ones.' },
    { role: 'user', name: ' user ', content: 'Thanks' },
  ])
  expect(entries.map(({ source }) => source?.['author'])).toEqual([
    undefined,
    { id: 'Ann', name: 'Ann', kind: 'human' },
    { id: 'planner', name: 'planner', kind: 'agent' },
    undefined,
    undefined,
    undefined,
  ])
  const [, ann, planner] = entries
  const names = [ann, planner].map((entry) => entry && speakerOf(entry, { people: new Map() }).name)
  expect(names).toEqual(['Ann (imported)', 'planner (imported)'])
})

function call(id: string): object {
  return { id, type: 'function', function: { name: 'weather', arguments: '{}' } }
}
