import { expect, test } from 'vitest'
import type { Entry } from '../../entry/entry.ts'
import { SessionError } from '../../errors.ts'
import { projectContext } from '../../projection/context.ts'
import { detectFormat } from '../import-file.ts'
import { importText, treeOf } from '../testing/sample-file.ts'
import { at, COMPACTED, event, item, META, OLD, record, said, SPREAD, TALK } from './sample.ts'

const talkOf = (text: string): Entry[] => importText(text).entries.filter(({ type }) => type !== 'custom')
const notesOf = (text: string): Entry[] => importText(text).entries.filter(({ type }) => type === 'custom')
const lines = (...records: string[]): string => `${records.join('\n')}\n`

test('[FM80] the items of one answer are one reply with thoughts, words, calls and what it cost', () => {
  const talk = talkOf(TALK)
  expect(talk.map((entry) => (entry.type === 'message' ? entry.message.role : entry.type))).toEqual([
    'custom_message',
    'custom_message',
    'model_change',
    'thinking_level_change',
    'user',
    'assistant',
    'toolResult',
    'toolResult',
    'assistant',
  ])
  expect(talk[5]).toMatchObject({
    timestamp: at(4),
    message: {
      provider: 'openai',
      model: 'gpt-x',
      stopReason: 'toolUse',
      content: [
        { type: 'thinking', thinking: 'Two beds' },
        { type: 'text', text: 'I look at both.' },
        { type: 'toolCall', id: 'c1', name: 'look', arguments: { bed: 1 } },
        { type: 'toolCall', id: 'c2', name: 'peek', arguments: { input: 'bed 2' } },
      ],
      usage: { input: 40, cacheRead: 60, output: 20, reasoning: 5, totalTokens: 120 },
    },
    source: {
      format: 'codex',
      line: 7,
      fields: { payload: { encrypted_content: 'sealed' }, parts: [{ line: 9 }, { line: 10 }, { line: 11 }] },
    },
  })
  expect(talk[6]).toMatchObject({
    message: { toolCallId: 'c1', toolName: 'look', content: [{ text: 'no bed' }], isError: true },
  })
  expect(talk[7]).toMatchObject({ message: { toolCallId: 'c2', content: [{ text: 'wet' }], isError: false } })
  expect(talk[8]).toMatchObject({ message: { content: [{ text: '[web search: rain]' }, { text: 'Bed 2 is wet.' }] } })
})

test('[FM80] one stands at the end of a chain, and a model is given all of it', () => {
  const session = importText(TALK)
  const index = treeOf(...session.entries)
  expect(index.counts()).toMatchObject({ roots: 1, tips: 1, branchPoints: 0, longestPath: 10 })
  expect(session).toMatchObject({ leafId: talkOf(TALK).at(-1)?.id, title: 'Watering', createdAt: at(0) })
  const { items, leftOut, model } = projectContext(index, session.leafId)
  expect(items.map(({ message }) => message.role)).toEqual([
    'custom',
    'custom',
    'user',
    'assistant',
    'toolResult',
    'toolResult',
    'assistant',
  ])
  expect(leftOut.map(({ reason }) => reason)).toEqual(['setting', 'setting'])
  expect(model).toEqual({ provider: 'openai', modelId: 'gpt-x' })
})

test('[FM81] what the screen showed is beside the talk, and nothing is said twice', () => {
  const notes = notesOf(TALK)
  expect(notes.map(({ source }) => source?.line)).toEqual([1, 6, 8, 12, 15, 18])
  const prompts = talkOf(TALK).filter((entry) => entry.type === 'message' && entry.message.role === 'user')
  expect(prompts).toHaveLength(1)
})

test('[FM81] a prompt or an answer that only the screen shows is part of the talk', () => {
  const talk = talkOf(
    lines(META, event(1, 'user_message', { message: 'Hello' }), event(2, 'agent_message', { message: 'Hi' })),
  )
  expect(talk).toMatchObject([{ message: { role: 'user', content: 'Hello' } }, { message: { role: 'assistant' } }])
})

test('[FM81] what the tool wrote in the name of the person is given to the model and is no prompt', () => {
  const context = said(1, 'user', '# AGENTS.md instructions for /work\n\nBe kind')
  expect(talkOf(lines(META, context, said(2, 'user', 'Hello')))).toMatchObject([
    { type: 'custom_message', customType: 'codex.context', display: false },
    { message: { role: 'user', content: 'Hello' } },
  ])
  // Where the file says what was typed, that decides.
  const typed = event(3, 'user_message', { message: '<b>bold</b> or not?' })
  const both = [said(2, 'user', 'Notice of the tool'), said(3, 'user', '<b>bold</b> or not?'), typed]
  expect(talkOf(lines(META, ...both)).map(({ type }) => type)).toEqual(['custom_message', 'message'])
})

test('[FM82] a compaction keeps its summary, and the messages that replace what came before', () => {
  const session = importText(COMPACTED)
  const compactions = session.entries.filter(({ type }) => type === 'compaction')
  expect(compactions[0]).toMatchObject({ summary: 'They planned.' })
  expect(compactions[0]).not.toHaveProperty('retainedTail')
  expect(compactions[1]).toMatchObject({
    summary: expect.stringContaining('not in the file'),
    retainedTail: [{ role: 'user', content: [{ type: 'text', text: 'And spring?' }] }],
    source: { fields: { payload: { replacement_history: [{}, { encrypted_content: 'sealed' }] } } },
  })
  const { items } = projectContext(treeOf(...session.entries), session.leafId)
  expect(items.map(({ message }) => message.role)).toEqual(['compactionSummary', 'user', 'user', 'assistant'])
})

test('[FM82] a summary that stands among the messages it replaces is there once', () => {
  const history = [
    { role: 'user', content: [{ type: 'input_text', text: 'Sow' }] },
    { role: 'user', content: [{ type: 'input_text', text: 'A summary follows.\nThey sowed.' }] },
  ]
  const [compaction] = talkOf(
    lines(META, record('compacted', 1, { message: 'They sowed.', replacement_history: history })),
  )
  expect(compaction).toMatchObject({ summary: 'They sowed.', retainedTail: [{ content: [{ text: 'Sow' }] }] })
})

test('[FM82] a turn that changes model or effort says so once', () => {
  const turns = [
    record('turn_context', 1, { model: 'a', effort: 'none' }),
    record('turn_context', 2, { model: 'a', effort: 'none' }),
    record('turn_context', 3, { collaboration_mode: { settings: { model: 'b', reasoning_effort: 'low' } } }),
  ]
  expect(talkOf(lines(META, ...turns))).toMatchObject([
    { type: 'model_change', provider: 'openai', modelId: 'a' },
    { type: 'thinking_level_change', thinkingLevel: 'off' },
    { type: 'model_change', modelId: 'b' },
    { type: 'thinking_level_change', thinkingLevel: 'low' },
  ])
})

test('[FM83] old files without payloads and times are read', () => {
  const session = importText(OLD)
  expect(detectFormat(OLD)).toBe('codex')
  expect(talkOf(OLD)).toMatchObject([
    { message: { role: 'user', content: 'Sow beans' } },
    { message: { role: 'assistant', content: [{ type: 'toolCall', arguments: { what: 'beans' } }] } },
    { message: { role: 'toolResult', content: [{ text: 'sown' }] } },
    { message: { role: 'assistant' } },
  ])
  expect(session).toMatchObject({
    title: 'Sow beans',
    createdAt: at(0),
    report: { read: 6, kept: 6, version: 'unknown' },
  })
})

test('[FM83] records over many lines, or in a list, are the same talk', () => {
  const shape = (text: string): unknown[] => talkOf(text).map(({ type, timestamp }) => [type, timestamp])
  expect(shape(SPREAD)).toEqual(shape(TALK))
  expect(shape(`[${TALK.trim().split('\n').join(',\n')}]`)).toEqual(shape(TALK))
  expect(importText(SPREAD).report.repaired[0]?.message).toContain('do not stand one on each line')
})

test('[FM83] a fork names what it came from and repeats its history once', () => {
  const fork = record('session_meta', 9, { id: 'fork', forked_from_id: 'origin', cli_version: '1.0.0' })
  const session = importText(lines(fork, META, said(1, 'user', 'Hello'), said(2, 'assistant', 'Hi')))
  expect(session).toMatchObject({ parentSession: 'origin', report: { version: '1.0.0, 0.99.0' } })
  expect(session.entries).toHaveLength(4)
})

test('[FM83] damaged lines cost themselves, and a record glued behind one is found', () => {
  const session = importText(
    lines(META, 'not json', `{"timestamp":"20${said(1, 'user', 'Hello')}`, said(2, 'assistant', 'Hi')),
  )
  expect(session.entries.map(({ type }) => type)).toEqual(['custom', 'message', 'message'])
  expect(session.report.leftOut.map(({ line }) => line)).toEqual([2, 3])
})

test('[FM83] a file that has grown keeps its ids, equal records included', () => {
  const same = item(5, 'ghost_snapshot', { ghost_commit: 'x' })
  const whole = lines(META, said(1, 'user', 'Hello'), same, same, said(6, 'assistant', 'Hi'))
  const ids = importText(whole).entries.map(({ id }) => id)
  expect(new Set(ids).size).toBe(5)
  expect(
    importText(lines(whole.trim(), same))
      .entries.map(({ id }) => id)
      .slice(0, 5),
  ).toEqual(ids)
})

test('[FM83] times in seconds are times', () => {
  const payload = { role: 'user', content: [{ type: 'input_text', text: 'Hello' }] }
  const [entry] = importText(`${JSON.stringify({ timestamp: 1772614800.5, type: 'response_item', payload })}\n`).entries
  expect(entry).toMatchObject({ timestamp: '2026-03-04T09:00:00.500Z', message: { role: 'user' } })
})

test('[FM83] an output that is too large is cut with a note', () => {
  const large = item(2, 'function_call_output', { call_id: 'c', output: 'x'.repeat(1_200_000) })
  const session = importText(lines(META, said(1, 'user', 'Hello'), large))
  expect(session.report.leftOut[0]).toMatchObject({ line: 3, message: expect.stringContaining('cut') })
})

test('[FM83] a file without a record of Codex is refused with what to choose', () => {
  const failure = (): unknown => importText('{"timestamp":"t","type":"turn_context","payload":7}\n')
  expect(failure).toThrow(SessionError)
})
