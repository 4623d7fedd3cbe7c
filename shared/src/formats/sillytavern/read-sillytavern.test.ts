import { expect, test } from 'vitest'
import { projectContext } from '../../projection/context.ts'
import type { ImportedSession } from '../format.ts'
import { entryOfLine, IMPORTER, importText, treeOf } from '../testing/sample-file.ts'
import { speakerOf } from '../speaker.ts'
import { CHAT, HEADER, place } from './sample.ts'
import { timeOf } from './time.ts'

const read = (...lines: object[]): ImportedSession =>
  importText([HEADER, ...lines].map((line) => JSON.stringify(line)).join('\n'))
const swipe = (texts: string[], more: object = {}): object => place('Oak', texts[0] ?? '', { swipes: texts, ...more })
const said = ({ entries }: ImportedSession, line: number): unknown[] =>
  entries
    .filter(({ source, type }) => source?.line === line && type === 'message')
    .map((entry) => (entry.type === 'message' ? entry.message['content'] : ''))

test('[FM116] a SillyTavern chat is a chain, the answers at one place are siblings in their order, the chosen one goes on', () => {
  const session = importText(CHAT)
  const index = treeOf(...session.entries)
  const prompt = entryOfLine(session, 3)
  const answers = index.branches(prompt.id)
  expect(index.branchPoints()).toEqual([prompt.id])
  expect(said(session, 4)).toMatchObject([[{ text: 'Old.' }], [{}, { text: 'Very.' }], [{ text: 'Older 🌳' }]])
  expect(answers).toEqual(
    session.entries.filter(({ source, type }) => source?.line === 4 && type === 'message').map(({ id }) => id),
  )
  const path = index.pathTo(session.leafId)
  expect(path.map(({ source }) => source?.line)).toEqual([2, 3, 4, 5, 5, 6, 7])
  expect(path[2]?.id).toBe(answers[1])
  expect(session).toMatchObject({ title: 'Oak', createdAt: '2024-05-28T18:08:55.014Z', parentSession: 'Oak - first' })
  expect(session.report).toMatchObject({ read: 7, repaired: [], keptAsIs: [], leftOut: [] })
})

test('[FM116] without times answers stay in order, the same answer twice is two, and the text decides which is chosen', () => {
  const session = read(swipe(['b', 'a', 'b', 'c'], { swipe_id: 9, mes: 'c' }))
  expect(said(session, 2)).toMatchObject([[{ text: 'b' }], [{ text: 'a' }], [{ text: 'b' }], [{ text: 'c' }]])
  const index = treeOf(...session.entries)
  expect(index.branches(null)).toEqual(session.entries.map(({ id }) => id))
  expect(session.leafId).toBe(session.entries[3]?.id)
  expect(session.report).toMatchObject({ repaired: [], leftOut: [] })
  const edited = read(swipe(['a', 'b'], { swipe_id: 0, mes: 'edited' }))
  expect(said(edited, 2)).toHaveLength(3)
  expect(edited.leafId).toBe(edited.entries[2]?.id)
})

test('[FM116] a chat that has grown, or was swiped once more, keeps the ids of what was there', () => {
  const ids = (session: ImportedSession): string[] => session.entries.map(({ id }) => id)
  const before = read(place('Ann', 'Hi'), swipe(['a', 'b'], { swipe_id: 0 }))
  const after = read(place('Ann', 'Hi'), swipe(['a', 'b', 'c'], { swipe_id: 2, mes: 'c' }), place('Ann', 'Go on'))
  expect(ids(after)).toEqual(expect.arrayContaining(ids(before)))
  expect(ids(after)).toHaveLength(5)
})

test('[FM117] a SillyTavern answer has its model, tokens, thoughts and calls; what is hidden goes to no model', () => {
  const session = importText(CHAT)
  expect(session.entries.find(({ source }) => source?.line === 2)).toMatchObject({
    timestamp: '2024-05-28T18:09:00.000Z',
    source: { fields: { name: 'Oak', conversation: { user_name: 'Ann', chat_metadata: { note_prompt: 'Be kind' } } } },
  })
  const [, chosen, other] = session.entries.filter(({ source, type }) => source?.line === 4 && type === 'message')
  expect(chosen).toMatchObject({
    message: { model: 'm-b', content: [{ thinking: 'Count the rings.' }, {}], usage: { output: 2 } },
    source: { fields: { swipe_id: 1 } },
  })
  expect(other).toMatchObject({ message: { model: 'm-c' }, source: { fields: { extra: { token_count: 3 } } } })
  expect(session.entries.find(({ type }) => type === 'label')).toMatchObject({
    targetId: chosen?.id,
    label: 'Checkpoint: Oak - rings',
  })
  expect(session.entries.filter(({ source }) => (source?.line ?? 0) >= 5)).toMatchObject([
    { message: { content: [{ type: 'toolCall', id: 't1', name: 'rings', arguments: { of: 'oak' } }] } },
    { message: { role: 'toolResult', toolCallId: 't1', content: [{ text: '800' }] } },
    { type: 'custom', customType: 'sillytavern.hidden', data: { text: 'Hidden words' } },
    { message: { role: 'user', content: [{ text: 'Thanks' }, { text: '[Image: user/images/leaf.png]' }] } },
  ])
  const { items } = projectContext(treeOf(...session.entries), session.leafId)
  expect(items).toHaveLength(6)
})

test('[FM117] times of every version of SillyTavern are read', () => {
  expect(
    [
      '2024-5-28@18h08m55s014ms',
      '2024-05-28 @18h 08m 55s 014ms',
      '2024-05-28T18:08:55.014Z',
      1716919735014,
      '1716919735014',
    ].map(timeOf),
  ).toEqual(Array.from({ length: 5 }, () => '2024-05-28T18:08:55.014Z'))
  expect(timeOf('August 4, 2023 12:05am')).toBe('2023-08-04T00:05:00.000Z')
  expect(timeOf('Dec 31, 2023 12:05 PM')).toBe('2023-12-31T12:05:00.000Z')
  for (const odd of ['', 'yesterday', 'Smarch 1, 2023 1:00am', null, {}]) expect(timeOf(odd)).toBeUndefined()
})

test('[FM117] a line that is no message is said', () => {
  const session = read(place('Ann', 'Hi'), { other: 1 })
  expect(session.report.leftOut).toEqual([{ line: 3, message: 'This line is no message of the chat.' }])
})

test('[FM133] the people of a SillyTavern chat are shown by the names the file has, which give nobody a right', () => {
  const speakers = (session: ImportedSession, importedMark?: string): string[] =>
    session.entries
      .filter(({ type }) => type === 'message')
      .map((entry) => speakerOf(entry, { people: new Map(), ...(importedMark === undefined ? {} : { importedMark }) }))
      .map(({ name, kind }) => `${name}, ${kind}`)
  const session = read(
    place('Ann', 'Hi', { name: 'Ann of the wood' }),
    swipe(['a', 'b'], { swipe_id: 1, mes: 'b' }),
    place('', 'Go on', { is_user: true }),
    place('', 'Gladly'),
    place('Tool', 'Called', { is_system: true, extra: { tool_invocations: [{ name: 'rings', result: '8' }] } }),
  )
  expect(speakers(session, '').slice(0, 5)).toEqual([
    'Ann of the wood, human',
    'Oak, agent',
    'Oak, agent',
    'Ann, human',
    'Oak, agent',
  ])
  expect(speakers(session)[0]).toBe('Ann of the wood (imported), human')
  expect(session.entries.map(({ author }) => author)).toEqual(session.entries.map(() => IMPORTER))
  const [nameless] = importText(
    [{ ...HEADER, user_name: 'unused', character_name: 'unused' }, place('', 'x')]
      .map((one) => JSON.stringify(one))
      .join('\n'),
  ).entries
  expect(nameless?.source).not.toHaveProperty('author')
})

test('[FM153] answers at the end of all time stand there together', () => {
  const last = { send_date: '8640000000000000', swipe_id: 1 }
  const session = read(swipe(['b', 'a', 'b', 'c'], last), place('Oak', 'next', last))
  const times = new Set(session.entries.map(({ timestamp }) => timestamp))
  expect([...times]).toEqual(['+275760-09-13T00:00:00.000Z'])
  expect(session.entries).toHaveLength(5)
})
