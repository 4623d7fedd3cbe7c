import { expect, test } from 'vitest'
import { projectContext } from '../../projection/context.ts'
import type { ImportedSession } from '../format.ts'
import { importText, treeOf } from '../testing/sample-file.ts'
import { at, COMPACTED, part, prompt, reply, session, TALK, tool, type Fields } from './sample.ts'

const read = (value: object): ImportedSession => importText(JSON.stringify(value))
const words = (id: string, text: string): Fields => part(id, 'text', { text })

test('[FM86] the messages are a chain, and one stands at its end', () => {
  const imported = read(TALK)
  expect(imported).toMatchObject({ title: 'Beds', createdAt: '2026-05-06T06:00:00.000Z', leafId: 'msg_04' })
  expect(treeOf(...imported.entries).counts()).toMatchObject({ roots: 1, tips: 1, branchPoints: 0, longestPath: 8 })
  expect(imported.entries.map((entry) => (entry.type === 'message' ? entry.message.role : entry.type))).toEqual([
    'user',
    'custom_message',
    'assistant',
    'toolResult',
    'toolResult',
    'assistant',
    'user',
    'assistant',
  ])
  expect(imported.report).toMatchObject({ version: '1.15.0', read: 4, kept: 8 })
})

test('[FM86] what the tool added to a prompt is given to the model and is not in its words', () => {
  const [prompted, added] = read(TALK).entries
  expect(prompted).toMatchObject({
    id: 'msg_01',
    message: { content: [{ text: 'Are the beds dry?' }, { text: '[File: beds.txt]' }] },
    source: {
      fields: {
        session: { directory: '/work/garden' },
        parts: [{ id: 'prt_01' }, {}, { url: 'file:///work/beds.txt' }],
      },
    },
  })
  expect(added).toMatchObject({
    customType: 'opencode.synthetic',
    content: [{ text: 'Called the Read tool' }],
    display: false,
    source: { recordId: 'msg_01' },
  })
})

test('[FM87] each step of an answer is a reply with its calls, their results and what it cost', () => {
  const [, , first, one, two, second] = read(TALK).entries
  expect(first).toMatchObject({
    id: 'msg_02',
    message: {
      provider: 'provider-y',
      model: 'model-x',
      content: [
        { type: 'thinking', thinking: 'Two beds' },
        { type: 'text' },
        { type: 'toolCall', id: 'call_07', name: 'look', arguments: { bed: 1 } },
        { type: 'toolCall', id: 'call_08' },
      ],
      stopReason: 'toolUse',
      usage: { input: 10, output: 2, cacheRead: 1, totalTokens: 13, cost: { total: 0.25 } },
    },
    source: { fields: { mode: 'build', parentID: 'msg_01' } },
  })
  expect(one).toMatchObject({
    message: { toolCallId: 'call_07', toolName: 'look', content: [{ text: 'dry' }], isError: false },
  })
  expect(two).toMatchObject({ message: { toolCallId: 'call_08', content: [{ text: 'no such bed' }], isError: true } })
  expect(second).toMatchObject({ message: { content: [{ text: 'Bed 1 is dry.' }], stopReason: 'stop' } })
  expect(JSON.stringify(first?.source)).toContain('/work/beds.txt')
  expect(JSON.stringify(first?.source)).toContain('Bed 1')
  expect(JSON.stringify(first?.source)).not.toContain('dry')
})

test('[FM87] a step of calls alone is a reply of its own', () => {
  const done = { status: 'completed', input: {}, output: 'ok' }
  const parts = [part('1', 'step-start'), tool('2', 'a', done), part('3', 'step-start'), tool('4', 'b', done)]
  const roles = read(session([reply('1', 1, parts)])).entries.map(
    (entry) => entry.type === 'message' && entry.message.role,
  )
  expect(roles).toEqual(['assistant', 'toolResult', 'assistant', 'toolResult'])
})

test('[FM87] thoughts count as output, and a message without steps has its own counts', () => {
  expect(read(session([reply('1', 1, [words('1', 'Hi')])])).entries[0]).toMatchObject({
    message: {
      usage: {
        input: 100,
        output: 25,
        reasoning: 5,
        cacheRead: 60,
        cacheWrite: 3,
        totalTokens: 188,
        cost: { total: 0.5 },
      },
    },
  })
})

test('[FM87] an answer that was stopped stays in the context when it said something; one that failed says why', () => {
  const stopped = { error: { name: 'MessageAbortedError', data: { message: 'stopped' } }, finish: undefined }
  const failed = { error: { name: 'ProviderAuthError', data: { message: 'no key' } }, finish: undefined }
  const thoughts = part('1', 'reasoning', { text: 'hm' })
  const ends = [
    reply('1', 1, [words('1', 'Half')], stopped),
    reply('2', 2, [thoughts], stopped),
    reply('3', 3, [], failed),
    reply('4', 4, [words('1', 'Lo')], { finish: 'length' }),
    reply('5', 5, [words('1', 'So far')], { finish: undefined, time: { created: at(5) } }),
  ]
  const reasons = read(session(ends)).entries.map(
    (entry) => entry.type === 'message' && [entry.message['stopReason'], entry.message['errorMessage']],
  )
  expect(reasons).toEqual([
    ['length', 'stopped'],
    ['aborted', 'stopped'],
    ['error', 'no key'],
    ['length', undefined],
    ['length', undefined],
  ])
})

test('[FM86] a summary stands for what came before it, and a call that was running has no result', () => {
  const imported = read(COMPACTED)
  expect(imported.entries.map(({ type }) => type)).toEqual([
    'message',
    'message',
    'custom',
    'compaction',
    'message',
    'message',
  ])
  const { items } = projectContext(treeOf(...imported.entries), imported.leafId)
  expect(items.map(({ message }) => message.role)).toEqual(['compactionSummary', 'user', 'assistant', 'toolResult'])
})

test('[FM86] time and id give the order, whatever the order of the file', () => {
  const late = prompt('03', 3, [words('1', 'last')])
  const early = prompt('01', 1, [words('2', 'first')])
  const equal = [prompt('02b', 2, [words('3', 'third')]), prompt('02a', 2, [words('4', 'second')])]
  const untimed = { info: { role: 'user', id: 'msg_00' }, parts: [words('5', 'goes with the one before it')] }
  const imported = read(session([late, ...equal, early, untimed]))
  expect(imported.entries.map(({ id }) => id)).toEqual(['msg_00', 'msg_01', 'msg_02a', 'msg_02b', 'msg_03'])
  const parts = [part('2', 'text', { text: 'b' }), part('1', 'text', { text: 'a' })]
  expect(read(session([reply('1', 1, parts)])).entries[0]).toMatchObject({
    message: { content: [{ text: 'a' }, { text: 'b' }] },
  })
})

test('[FM86] who took messages back stands before them', () => {
  const taken = (id: string): ImportedSession =>
    read({ ...TALK, info: { ...Object(TALK['info']), revert: { messageID: id } } })
  expect(taken('msg_03').leafId).toBe(read(TALK).entries[5]?.id)
  expect(taken('msg_01').leafId).toBeNull()
  expect(taken('msg_gone').leafId).toBe('msg_04')
})

test('[FM86] a part that holds nothing, and a message of an unknown role, harm nothing', () => {
  const imported = read(
    session([prompt('1', 1, [Object(null), words('1', 'Hi')]), { info: { role: 'system', id: 'msg_s' }, parts: 7 }]),
  )
  expect(imported.entries).toMatchObject([{ message: { content: 'Hi' } }, { type: 'custom', parentId: 'msg_1' }])
  const broken = { info: { role: 'user', id: 'msg_1', time: {} }, parts: [null, words('1', 'Hi')] }
  expect(read(session([broken])).report.leftOut[0]?.message).toContain('holds nothing')
})

test('[FM87] images come along, in prompts and in what a tool gave', () => {
  const image = { mime: 'image/png', filename: 'bed.png', url: 'data:image/png;base64,AAAA' }
  const given = { status: 'completed', input: {}, output: 'seen', attachments: [part('9', 'file', image)] }
  const imported = read(session([prompt('1', 1, [part('1', 'file', image)]), reply('2', 2, [tool('2', 'see', given)])]))
  const shown = { type: 'image', data: 'AAAA', mimeType: 'image/png' }
  expect(imported.entries[0]).toMatchObject({ message: { content: [shown] } })
  expect(imported.entries[2]).toMatchObject({ message: { content: [{ text: 'seen' }, shown] } })
})

test('[FM86] a message that is told twice is kept once', () => {
  const [first, second] = [prompt('1', 1, [words('1', 'Hi')]), reply('2', 2, [words('2', 'Hello')])]
  const imported = read(session([first, first, second, second, prompt('3', 3, [words('3', 'Bye')])]))
  expect(imported.entries.map(({ id, parentId }) => [id, parentId])).toEqual([
    ['msg_1', null],
    ['msg_2', 'msg_1'],
    ['msg_3', 'msg_2'],
  ])
})

test('[FM86] a session that another one started names it', () => {
  expect(read(session([], { parentID: 'ses_0' })).parentSession).toBe('ses_0')
})
