import { expect, test } from 'vitest'
import type { Entry } from '../../entry/entry.ts'
import { projectContext } from '../../projection/context.ts'
import type { ImportedSession } from '../format.ts'
import { importText, treeOf } from '../testing/sample-file.ts'
import { at, call, GROWN, HEADER, log, LOG, message, MESSAGES, OBJECT } from './sample.ts'

const talkOf = ({ entries }: ImportedSession): Entry[] => entries.filter(({ type }) => type !== 'custom')
const pathOf = (session: ImportedSession): string[] =>
  treeOf(...session.entries)
    .pathTo(session.leafId)
    .map(({ id }) => id)

test('[FM88] a message of a model is a reply with thoughts, words and calls, then what the tools gave', () => {
  const session = importText(OBJECT)
  const [asked, reply, one, two, again, end] = talkOf(session)
  expect(asked).toMatchObject({ id: 'u1', timestamp: at(1), message: { role: 'user', content: 'Are the beds dry?' } })
  expect(reply).toMatchObject({
    id: 'a1',
    message: {
      provider: 'google',
      model: 'gemini-x',
      content: [
        { type: 'thinking', thinking: 'Two beds\nI look at both.' },
        { type: 'text', text: 'One moment.' },
        { type: 'toolCall', id: 'c1', name: 'look', arguments: { bed: 'c1' } },
        { type: 'toolCall', id: 'c2' },
      ],
      usage: { input: 42, output: 25, cacheRead: 60, reasoning: 5, totalTokens: 127 },
      stopReason: 'toolUse',
    },
    source: {
      fields: { toolCalls: [{ status: 'success', displayName: 'Look' }, {}], thoughts: [{ timestamp: at(2) }] },
    },
  })
  expect(one).toMatchObject({
    message: { toolCallId: 'c1', toolName: 'look', content: [{ text: 'dry' }], isError: false },
  })
  expect(two).toMatchObject({ message: { toolCallId: 'c2', content: [{ text: 'stopped' }], isError: true } })
  expect(again).toMatchObject({ message: { content: 'And now?' } })
  expect(end).toMatchObject({ id: 'a2', message: { content: [{ text: 'Bed 1 is dry.' }], stopReason: 'stop' } })
})

test('[FM88] notes of the tool are facts beside the talk, which is one chain', () => {
  const session = importText(OBJECT)
  expect(session).toMatchObject({ title: 'Dry beds', createdAt: at(0), leafId: 'a2', report: { read: 6, kept: 8 } })
  expect(treeOf(...session.entries).counts()).toMatchObject({ roots: 1, tips: 1, branchPoints: 0, longestPath: 6 })
  expect(session.entries.filter(({ type }) => type === 'custom').map(({ id, parentId }) => [id, parentId])).toEqual([
    ['i1', 'u1'],
    ['i2', talkOf(session)[3]?.id],
  ])
  expect(talkOf(session)[0]?.source?.fields).toMatchObject({ session: { projectHash: 'abc', summary: 'Dry beds' } })
  const { leftOut } = projectContext(treeOf(...session.entries), session.leafId)
  expect(leftOut).toEqual([])
})

test('[FM89] a log holds the same talk as an object: the last record under an id counts, patches are put together', () => {
  const session = importText(LOG)
  const shape = (one: ImportedSession): unknown[] => one.entries.map(({ id, parentId, type }) => [id, parentId, type])
  expect(shape(session)).toEqual(shape(importText(OBJECT)))
  expect(session).toMatchObject({ title: 'Dry beds', leafId: 'a2', report: { read: 10, version: 'JSON lines' } })
  expect(talkOf(session)[1]).toMatchObject({ source: { line: 5 }, message: { stopReason: 'toolUse' } })
  expect(talkOf(session)[0]?.source?.fields).toMatchObject({ session: { lastUpdated: at(2), kind: 'main' } })
})

test('[FM120] a message that is written again as it grows is no loss; one whose last form says less is', () => {
  expect(importText(LOG).report).toMatchObject({ repaired: [], keptAsIs: [], leftOut: [] })
  const ran = { ...GROWN, toolCalls: [call('c1', 'executing', { output: 'so far' })] }
  const ended = { ...GROWN, content: 'One moment. Now.', toolCalls: [call('c1', 'success', { output: 'dry' })] }
  expect(importText(log(HEADER, GROWN, ran, ended)).report.leftOut).toEqual([])
  for (const less of [{ content: 'Two' }, { thoughts: [] }, { content: 'One moment.', toolCalls: [] }]) {
    const { leftOut } = importText(log(HEADER, GROWN, ended, { ...ended, ...less })).report
    expect(leftOut).toEqual([{ line: 4, message: expect.stringContaining('only its last form is kept') }])
  }
})

test('[FM89] a record that is written again as it was is no loss', () => {
  const one = message('user', 'u1', 1, 'Hello')
  expect(importText(log(HEADER, one, one)).report.leftOut).toEqual([])
})

test('[FM89] going back starts a branch before the message that was taken back', () => {
  const [u1, u2, u3] = [message('user', 'u1', 1, 'A'), message('user', 'u2', 2, 'B'), message('user', 'u3', 3, 'C')]
  const session = importText(log(HEADER, u1, u2, { $rewindTo: 'u2' }, u3))
  expect(treeOf(...session.entries).branchPoints()).toEqual(['u1'])
  expect(pathOf(session)).toEqual(['u1', 'u3'])
  expect(importText(log(HEADER, u1, u2, { $rewindTo: 'u2' })).leafId).toBe('u1')
  expect(importText(log(HEADER, u1, u2, { $rewindTo: 'u1' })).leafId).toBeNull()
  const lost = importText(log(HEADER, u1, { $rewindTo: 'gone' }, u3))
  expect(pathOf(lost)).toEqual(['u3'])
  expect(lost.report.keptAsIs[0]).toMatchObject({ line: 3, message: expect.stringContaining('gone') })
})

test('[FM89] a context that was replaced is a branch of its own, and loses nothing', () => {
  const [u1, a1] = [message('user', 'u1', 1, 'A'), message('gemini', 'a1', 2, 'B')]
  const summary = message('user', 's1', 3, 'They said A and B.')
  const next = message('user', 'u2', 4, 'C')
  const session = importText(log(HEADER, u1, a1, { $set: { messages: [summary] } }, next))
  expect(pathOf(session)).toEqual(['s1', 'u2'])
  expect(session.entries.map(({ id }) => id)).toEqual(['u1', 'a1', 's1', 'u2'])
  const shorter = importText(log(HEADER, u1, a1, { $set: { messages: [u1] } }, next))
  expect(pathOf(shorter)).toEqual(['u1', 'u2'])
})

test('[FM89] damaged lines cost themselves, also the first one', () => {
  const session = importText(`{"sessionId":"gem\n${log(...MESSAGES)}{"id":"u9","tim`)
  expect(session.entries).toHaveLength(8)
  expect(session.report.leftOut.map(({ line }) => line)).toEqual([1, 8])
})

test('[FM88] parts are blocks: images, files by name, what else there is', () => {
  const parts = [
    { text: 'See' },
    { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
    { inlineData: { mimeType: 'audio/mpeg', data: 'AAAA' } },
    { fileData: { fileUri: 'gs://beds.pdf' } },
    { functionResponse: { response: { output: 'dry' } } },
    { videoMetadata: {} },
  ]
  const [entry] = importText(log(HEADER, message('user', 'u', 1, parts, { displayContent: 'See @bed.png' }))).entries
  expect(entry).toMatchObject({
    message: {
      content: [
        { text: 'See' },
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        { text: '[File: audio/mpeg]' },
        { text: '[File: gs://beds.pdf]' },
        { text: 'dry' },
        { text: '[videoMetadata]', original: { videoMetadata: {} } },
      ],
    },
    source: { fields: { displayContent: 'See @bed.png', content: parts } },
  })
})

test('[FM88] a call that was never made has no result, one that ended without words has an empty one', () => {
  const calls = [
    call('c1', 'executing', {}, { result: null }),
    call('c2', 'success', {}, { result: undefined, resultDisplay: 'ok' }),
  ]
  const session = importText(log(HEADER, message('gemini', 'a', 1, '', { toolCalls: calls })))
  expect(session.entries).toMatchObject([
    { message: { content: [{ id: 'c1' }, { id: 'c2' }] } },
    { message: { toolCallId: 'c2', content: [{ text: 'ok' }] } },
  ])
})

test('[FM88] messages without ids keep the ids they are given', () => {
  const loose = { type: 'user', content: 'Hello', timestamp: at(1) }
  const session = importText(log(HEADER, loose, loose))
  expect(new Set(session.entries.map(({ id }) => id)).size).toBe(2)
  expect(
    importText(log(HEADER, loose, loose, MESSAGES[1]))
      .entries.slice(0, 2)
      .map(({ id }) => id),
  ).toEqual(session.entries.map(({ id }) => id))
})

test('[FM89] a session in which nothing was said yet is empty', () => {
  const session = importText(log(HEADER, { $set: { lastUpdated: at(1) } }))
  expect(session).toMatchObject({ entries: [], leafId: null })
  expect(session.report.keptAsIs[0]?.message).toContain('no messages')
})
