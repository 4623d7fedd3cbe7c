import { expect, test } from 'vitest'
import { UNKNOWN_RECORD } from '../../entry/custom.ts'
import { entryId } from '../../entry/ids.ts'
import { projectContext } from '../../projection/context.ts'
import type { ImportedSession } from '../format.ts'
import { importFile } from '../import-file.ts'
import { IMPORTER, importText, treeOf } from '../testing/sample-file.ts'
import { BRANCHED, conversation, START, TWO, WITH_TOOLS, type SampleNode } from './sample.ts'

const read = (value: object): ImportedSession => importText(JSON.stringify(value))
const pathOf = (session: ImportedSession): string[] =>
  treeOf(...session.entries)
    .pathTo(session.leafId)
    .map(({ id }) => id)
const find = (session: ImportedSession, id: string) => session.entries.find((entry) => entry.id === id)
const talk = (...nodes: SampleNode[]): ImportedSession => read(conversation('c', nodes))

test('[FM30] edits and regenerations are branches, and one stands where the export says', () => {
  const session = read(BRANCHED)
  const index = treeOf(...session.entries)
  expect(index.branchPoints()).toEqual(['u1', 'a2'])
  expect(index.branches(entryId('u1'))).toEqual(['a1', 'a2'])
  expect(session).toMatchObject({ title: 'Talk c-branched', createdAt: new Date(START * 1000).toISOString() })
  expect(pathOf(session)).toEqual(['root', 'sys', 'u1', 'a2', 'u2', 'a3'])
  expect(find(session, 'a2')).toMatchObject({
    parentId: 'u1',
    timestamp: new Date((START + 4.5) * 1000).toISOString(),
    message: { role: 'assistant', provider: 'openai', model: 'gpt-x', content: [{ type: 'text', text: 'Hazel 🌳' }] },
    source: { format: 'chatgpt', fields: { message: { weight: 1, metadata: { model_slug: 'gpt-x' } } } },
  })
  expect(find(session, 'root')).toMatchObject({ source: { fields: { conversation: { gizmo_id: 'g-1' } } } })
})

test('[FM31] hidden nodes and the empty root are facts in their place, and the model is given the talk', () => {
  const session = read(BRANCHED)
  expect(find(session, 'sys')).toMatchObject({ type: 'custom', customType: UNKNOWN_RECORD, parentId: 'root' })
  const { items } = projectContext(treeOf(...session.entries), session.leafId)
  expect(items.map(({ entryId: id }) => id)).toEqual(['u1', 'a2', 'u2', 'a3'])
})

test('[FM31] hidden words are given to the model where they have weight, and are no message', () => {
  const metadata = { is_visually_hidden_from_conversation: true }
  const session = talk(
    { id: 'h', parent: null, role: 'assistant', text: 'Unseen', metadata },
    { id: 'w', parent: 'h', role: 'user', text: 'Weightless', metadata, message: { weight: 0 } },
    { id: 'u', parent: 'w', role: 'user', text: 'Hi' },
  )
  expect(session.entries).toMatchObject([
    { type: 'custom_message', customType: 'chatgpt.hidden', content: [{ text: 'Unseen' }], display: false },
    { type: 'custom', customType: UNKNOWN_RECORD, data: { message: { content: { parts: ['Weightless'] } } } },
    { type: 'message' },
  ])
})

test('[FM31] what a person told the model about themselves is given to it unseen; a system message is one', () => {
  const profile = { content_type: 'user_editable_context', user_profile: 'I garden', user_instructions: 'Be brief' }
  const session = talk(
    {
      id: 'p',
      parent: null,
      role: 'user',
      message: { content: profile, weight: 0 },
      metadata: { is_user_system_message: true },
    },
    { id: 's', parent: 'p', role: 'system', text: 'You are concise' },
    { id: 'e', parent: 's', role: 'system', text: '' },
    { id: 'u', parent: 'e', role: 'user', text: 'Hi' },
  )
  expect(session.entries).toMatchObject([
    {
      type: 'custom_message',
      customType: 'chatgpt.hidden',
      display: false,
      content: [{ text: 'I garden' }, { text: 'Be brief' }],
    },
    { message: { role: 'system', content: 'You are concise' } },
    { customType: UNKNOWN_RECORD },
    { message: { role: 'user', content: 'Hi' } },
  ])
})

test('[FM32] a message to a tool is a call, and what the tool says is its result', () => {
  const session = read(WITH_TOOLS)
  expect(find(session, 'call')).toMatchObject({
    message: {
      content: [{ type: 'toolCall', id: 'call', name: 'python', arguments: { code: '6 * 7' } }],
      stopReason: 'toolUse',
    },
    source: { fields: { message: { content: { content_type: 'code', language: 'python' } } } },
  })
  expect(find(session, 'out')).toMatchObject({
    message: { role: 'toolResult', toolCallId: 'call', toolName: 'python', content: [{ text: '42' }], isError: false },
  })
  const { leftOut } = projectContext(treeOf(...session.entries), session.leafId)
  expect(leftOut.map(({ reason }) => reason)).toEqual(['fact'])
})

test('[FM32] JSON in a call is its arguments, and what a tool says unasked stays in the talk', () => {
  const canvas = { recipient: 'canmore.create_textdoc', content: { content_type: 'text', parts: ['{"name":"plan"}'] } }
  const tool = { author: { role: 'tool', name: 'canmore.create_textdoc' } }
  const session = talk(
    { id: 'u', parent: null, role: 'user', text: 'Write' },
    { id: 'c', parent: 'u', role: 'assistant', message: canvas },
    { id: 't', parent: 'c', role: 'tool', text: 'made', message: tool },
    { id: 't2', parent: 't', role: 'tool', text: 'more', message: tool },
  )
  expect(find(session, 'c')).toMatchObject({ message: { content: [{ arguments: { name: 'plan' } }] } })
  expect(find(session, 't')).toMatchObject({ message: { toolCallId: 'c' } })
  expect(find(session, 't2')).toMatchObject({ type: 'custom_message', customType: 'chatgpt.tool', display: true })
})

test('[FM33] images, sounds and files are named; thoughts are thinking; what was cut says so', () => {
  const parts = [
    { content_type: 'image_asset_pointer', asset_pointer: 'file-service://f1' },
    { content_type: 'audio_transcription', text: 'spoken' },
    {
      content_type: 'real_time_user_audio_video_asset_pointer',
      audio_asset_pointer: { asset_pointer: 'sediment://a' },
    },
    'look',
  ]
  const thoughts = { content_type: 'thoughts', thoughts: [{ summary: 'Plan', content: 'Think' }] }
  const session = talk(
    {
      id: 'u',
      parent: null,
      role: 'user',
      message: { content: { content_type: 'multimodal_text', parts } },
      metadata: { attachments: [{ name: 'list.pdf' }] },
    },
    { id: 't', parent: 'u', role: 'assistant', message: { content: thoughts } },
    { id: 'a', parent: 't', role: 'assistant', text: 'Once', message: { status: 'in_progress' } },
  )
  expect(find(session, 'u')).toMatchObject({
    message: {
      content: ['[Image: file-service://f1]', 'spoken', '[Audio: sediment://a]', 'look', '[File: list.pdf]'].map(
        (text) => ({ type: 'text', text }),
      ),
    },
    source: { fields: { message: { content: { parts } } } },
  })
  expect(find(session, 't')).toMatchObject({ message: { content: [{ type: 'thinking', thinking: 'Plan\nThink' }] } })
  expect(find(session, 'a')).toMatchObject({ message: { stopReason: 'length' } })
})

test('[FM34] slim and odd exports: parents alone, children alone, nothing said about the place, missing nodes', () => {
  const text = (role: string, words: string | null) => ({
    author: { role },
    content: words === null ? null : { parts: [words] },
  })
  const slim = {
    u: { message: text('user', 'Hi'), parent: null },
    a: { message: text('assistant', 'Ho'), parent: 'u' },
  }
  expect(pathOf(read({ mapping: slim }))).toEqual(['u', 'a'])
  const lists = {
    u: { message: text('user', 'Hi'), children: ['a', 'ghost'] },
    a: { message: text('assistant', 'Ho') },
  }
  const listed = read({ title: null, mapping: lists, current_node: 'gone' })
  expect(pathOf(listed)).toEqual(['u', 'a'])
  expect(listed.title).toBe('Hi')
  expect(listed.report.keptAsIs).toEqual([
    { line: 1, message: expect.stringContaining('ghost') },
    { line: 1, message: expect.stringContaining('gone') },
  ])
  const empty = read({ mapping: { u: { message: text('user', null), parent: 'lost' }, x: 7 } })
  expect(empty.entries).toMatchObject([{ parentId: 'lost', message: { role: 'user', content: '' } }])
  expect(empty.report).toMatchObject({ read: 2, kept: 1, leftOut: [{ message: 'The node "x" is no node.' }] })
  expect(read({ title: 'Nothing', mapping: {} })).toMatchObject({ entries: [], leafId: null, title: 'Nothing' })
})

test('[FM34] circles end, and a chain of 50,000 is read', () => {
  const loop = { a: { message: null, parent: 'b' }, b: { message: null, parent: 'a' } }
  expect(read({ mapping: loop }).report.keptAsIs[0]?.message).toContain('hang below one another')
  const nodes = Array.from({ length: 50_000 }, (_, at) => [
    `n${at}`,
    { message: { author: { role: 'user' }, content: { parts: [`${at}`] } }, parent: at === 0 ? null : `n${at - 1}` },
  ])
  expect(pathOf(read({ mapping: Object.fromEntries(nodes) }))).toHaveLength(50_000)
})

test('[FM18] conversations come one by one, each when it is asked for', () => {
  let asked = 0
  function* pieces(): Generator<string> {
    for (const one of [
      BRANCHED,
      WITH_TOOLS,
      conversation('c3', [{ id: 'x', parent: null, role: 'user', text: 'x' }]),
    ]) {
      asked += 1
      yield `${asked === 1 ? '[' : ','}${JSON.stringify(one)}`
    }
    yield ']'
  }
  const sessions = importFile(pieces(), { author: IMPORTER, now: 0 })[Symbol.iterator]()
  expect(sessions.next().value).toMatchObject({ title: 'Talk c-branched' })
  const before = asked
  expect(sessions.next().value).toMatchObject({ title: 'Talk c-tools' })
  expect(sessions.next().value).toMatchObject({ title: 'Talk c3' })
  expect([before, sessions.next().done]).toEqual([3, true])
})

test('[FM19] what is damaged in a list is said in a neighbour’s report; a list inside an object is found', () => {
  const damaged = TWO.replace('"parent": "root"', '"parent": root"')
  const found = [...importFile(damaged, { author: IMPORTER, now: 0 })]
  expect(found.map(({ title, entries }) => [title, entries.length])).toEqual([
    ['Talk c-branched', 2],
    ['Talk c-tools', 5],
  ])
  expect(found[0]?.report.leftOut).toEqual([{ line: 2, message: expect.stringContaining('damaged or cut off') }])
  const unknown = [...importFile(`[{"title":"x"},${TWO.slice(1)}`, { author: IMPORTER, now: 0 })]
  expect(unknown[0]?.report.leftOut).toEqual([{ line: 1, message: expect.stringContaining('is no conversation') }])
  expect([...importFile(`{"conversations":${TWO}}`, { author: IMPORTER, now: 0 })]).toHaveLength(2)
  const cut = [...importFile(TWO.slice(0, -400), { author: IMPORTER, now: 0 })]
  expect(cut.map(({ title }) => title)).toEqual(['Talk c-branched', 'Talk c-tools'])
  expect(cut[1]?.report.leftOut[0]?.message).toContain('is damaged or cut off')
})
