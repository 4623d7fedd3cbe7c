import { expect, test } from 'vitest'
import { UNKNOWN_RECORD } from '../../entry/custom.ts'
import { entryId, type EntryId } from '../../entry/ids.ts'
import { projectContext } from '../../projection/context.ts'
import type { ImportedSession } from '../format.ts'
import { importText, treeOf } from '../testing/sample-file.ts'
import { beside, BRANCHED, call, COMPACTED, part, prompt, record, result, text, WITH_SUBAGENT } from './sample.ts'

const read = (...lines: string[]): ImportedSession => importText(`${lines.join('\n')}\n`)
const talkOn = (session: ImportedSession, leaf: EntryId | null = session.leafId): string[] =>
  treeOf(...session.entries)
    .pathTo(leaf)
    .map(({ id }) => id)
const find = (session: ImportedSession, id: string) => session.entries.find((entry) => entry.id === id)

test('[FM23] the records of one API message are one entry with all blocks, in Pi’s words', () => {
  expect(find(importText(BRANCHED), 'a1')).toMatchObject({
    parentId: 'u1',
    message: {
      role: 'assistant',
      provider: 'anthropic',
      model: 'claude-x',
      stopReason: 'toolUse',
      content: [
        { type: 'thinking', thinking: 'Two beds', thinkingSignature: 'sig' },
        { type: 'text', text: 'I look at both.' },
        { type: 'toolCall', id: 'c1', name: 'Look', arguments: { bed: 1 } },
        { type: 'toolCall', id: 'c2', name: 'Look', arguments: { bed: 2 } },
      ],
      usage: { input: 10, output: 5, cacheRead: 3, cacheWrite: 2, totalTokens: 20 },
    },
    source: {
      format: 'claude-code',
      line: 4,
      fields: {
        requestId: 'req-m1',
        cwd: '/work/garden',
        message: { id: 'm1', stop_reason: null },
        parts: [{ uuid: 'a2', line: 5, parentUuid: 'a1' }, { uuid: 'a3' }, { uuid: 'a4' }],
      },
    },
  })
})

test('[FM24] results of calls made side by side stand in a line, and only the person’s fork is one', () => {
  const session = importText(BRANCHED)
  const index = treeOf(...session.entries)
  expect(talkOn(session)).toEqual(['u1', 'a1', 'r1', 'r2', 'a5', 'u3', 'a7'])
  expect(index.branchPoints()).toEqual(['a5'])
  expect(index.branches(entryId('a5'))).toEqual(['u2', 'u3'])
  expect(find(session, 'r1')).toMatchObject({
    message: { role: 'toolResult', toolCallId: 'c1', toolName: 'Look', content: [{ type: 'text', text: 'dry' }] },
    source: { fields: { parentUuid: 'a3', toolUseResult: { ok: true } } },
  })
  const { items, leftOut } = projectContext(index, session.leafId)
  expect(items.map(({ entryId: id }) => id)).toEqual(talkOn(session))
  expect(leftOut).toEqual([])
})

test('[FM24] a prompt that was linked to a report in the middle of an answer goes on from the end of it', () => {
  const session = read(
    prompt('u1', null, 1, 'one'),
    part('a1', 'u1', 2, 'm1', call('c1', 'Look')),
    result('r1', 'a1', 3, 'c1', 'x'),
    record('progress', 'p1', 'r1', 4, {}),
    part('a2', 'r1', 5, 'm2', text('answer')),
    prompt('u2', 'p1', 6, 'two'),
    part('a3', 'u2', 7, 'm3', text('answer two')),
    prompt('u3', 'p1', 8, 'two, otherwise'),
  )
  expect(find(session, 'u2')).toMatchObject({ parentId: 'a2' })
  expect(find(session, 'u3')).toMatchObject({ parentId: 'a2', source: { fields: { parentUuid: 'p1' } } })
  expect(session.report.repaired).toEqual([
    { line: 6, message: expect.stringContaining('goes on from the end of that answer') },
  ])
  const fork = read(prompt('u1', null, 1, 'a'), part('a1', 'u1', 2, 'm', text('b')), prompt('u2', 'u1', 3, 'c'))
  expect(find(fork, 'u2')).toMatchObject({ parentId: 'u1' })
})

test('[FM25] what is no part of the talk hangs beside it as a fact, whole, and forks nothing', () => {
  const session = importText(BRANCHED)
  const facts = session.entries.filter((entry) => entry.type === 'custom' && entry.customType === UNKNOWN_RECORD)
  expect(facts.map(({ parentId, source }) => [source?.line, parentId])).toEqual([
    [1, 'u1'],
    [2, 'u1'],
    [9, 'r1'],
    [12, 'a5'],
    [17, 'a7'],
  ])
  expect(facts[1]).toMatchObject({ data: { type: 'progress', uuid: 'p0', parentUuid: null } })
  expect(session.report).toMatchObject({ read: 17, kept: 14, repaired: [], keptAsIs: [], leftOut: [] })
})

test('[FM25] a grown file keeps the ids of what was there', () => {
  const lines = BRANCHED.trimEnd().split('\n')
  const before = read(...lines.slice(0, 12))
  const after = importText(BRANCHED)
  for (const entry of before.entries) expect(after.entries).toContainEqual(entry)
})

test('[FM26] a subagent’s branch is labelled with its task, and nobody stands on it', () => {
  const session = importText(WITH_SUBAGENT)
  const index = treeOf(...session.entries)
  expect(index.roots()).toEqual(['u1', 's1'])
  expect(index.labelOf(entryId('s1'))).toBe('Subagent: Seed count')
  expect(talkOn(session)).toEqual(['u1', 'a1', 'r1', 'a2'])
  const lines = WITH_SUBAGENT.trimEnd().split('\n')
  expect(read(...lines.slice(0, 2), ...lines.slice(4), ...lines.slice(2, 4)).leafId).toBe('a2')
  const own = read(...lines.slice(2, 4))
  expect(own).toMatchObject({ title: 'Count all seeds', leafId: 's2' })
  expect(own.entries).toHaveLength(2)
})

test('[FM26] what the tool wrote for the model is no prompt', () => {
  const session = importText(COMPACTED)
  expect(find(session, 'x1')).toMatchObject({ type: 'custom_message', customType: 'claude-code.meta', display: false })
  expect(session.title).toBe('Plan the year')
})

test('[FM27] a compaction stands for what it cut off', () => {
  const session = importText(COMPACTED)
  expect(find(session, 'k1')).toMatchObject({
    type: 'compaction',
    parentId: 'a1',
    summary: 'They planned the year.',
    tokensBefore: 1234,
  })
  const { items } = projectContext(treeOf(...session.entries), session.leafId)
  expect(items.map(({ entryId: id }) => id)).toEqual(['k1', 'x1', 'u2', 'a2'])
  const gone = read(...COMPACTED.trimEnd().split('\n').slice(2))
  expect(find(gone, 'k1')).toMatchObject({ parentId: null })
})

test('[FM26] a title that someone gave wins, then one a model wrote, then a summary of this very session', () => {
  const first = prompt('u1', null, 1, '<ide_opened_file>x</ide_opened_file> Prune the trees')
  expect(read(beside('summary', { summary: 'Another', leafUuid: 'elsewhere' }), first).title).toBe('Prune the trees')
  const summary = beside('summary', { summary: 'Pruning', leafUuid: 'u1' })
  expect(read(first, summary).title).toBe('Pruning')
  const ai = beside('ai-title', { aiTitle: 'Trees' })
  expect(read(first, ai, summary).title).toBe('Trees')
  expect(read(first, beside('custom-title', { customTitle: 'Mine' }), ai).title).toBe('Mine')
})

test('[FM22] a record told twice is kept once, a different one beside the first; missing parents are kept and said', () => {
  const one = prompt('u1', null, 1, 'one')
  const session = read(one, one, prompt('u1', null, 2, 'other'), prompt('u9', 'gone', 3, 'orphan'))
  expect(session.entries.map(({ id, parentId }) => [id, parentId])).toEqual([
    ['u1', null],
    [expect.stringMatching(/^u1~[0-9a-f]{8}$/), null],
    ['u9', 'gone'],
  ])
  const { leftOut, repaired, keptAsIs } = session.report
  expect([leftOut, repaired, keptAsIs].map((notes) => notes.map((note) => note.line))).toEqual([[2], [3], [4]])
})

test('[FM20] images are blocks, several results give several entries, words behind a result follow it', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } }
  const content = [
    { type: 'tool_result', tool_use_id: 'c1', content: [image] },
    { type: 'tool_result', tool_use_id: 'c2', content: 'no', is_error: true },
    { type: 'text', text: 'go on' },
  ]
  const session = read(
    prompt('u1', null, 1, 'x'),
    part('a1', 'u1', 2, 'm1', call('c1', 'See')),
    part('a2', 'a1', 2, 'm1', call('c2', 'See')),
    record('user', 'r1', 'a2', 3, { message: { role: 'user', content } }),
    part('a3', 'r1', 4, 'm2', text('y')),
  )
  const path = treeOf(...session.entries).pathTo(session.leafId)
  expect(path.slice(2)).toMatchObject([
    { id: 'r1', message: { toolCallId: 'c1', content: [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }] } },
    { message: { toolCallId: 'c2', isError: true }, source: { recordId: 'r1' } },
    { message: { role: 'user', content: [{ type: 'text', text: 'go on' }] } },
    { id: 'a3' },
  ])
})

test('[FM1] a file of notes alone holds no conversation', () => {
  expect(() => read(beside('summary', { summary: 'x', leafUuid: 'y' }))).toThrow(/part of a conversation/)
})

/** An inner branch as a subagent of a subagent writes it, `depth` deep: each asks the next one and waits for it. */
function nested(depth: number, { below, agents }: { readonly below: boolean; readonly agents: boolean }): string[] {
  const more = (level: number): Readonly<Record<string, unknown>> => ({
    isSidechain: true,
    ...(agents ? { agentId: `agent${level}` } : {}),
  })
  const task = (level: number) => call(`t${level}`, 'Task', { prompt: `Task ${level}`, description: `Job ${level}` })
  const lines = [prompt('u', null, 0, 'Start'), part('a0', 'u', 1, 'm0', task(1))]
  for (let level = 1; level <= depth; level += 1) {
    lines.push(prompt(`p${level}`, below ? `a${level - 1}` : null, level, `Task ${level}`, more(level)))
    lines.push(part(`a${level}`, `p${level}`, level, `m${level}`, task(level + 1), more(level)))
  }
  for (let level = depth; level >= 1; level -= 1) {
    const told = { toolUseResult: { agentId: `agent${level}` }, ...(level === 1 ? {} : more(level - 1)) }
    lines.push(result(`r${level}`, `a${level - 1}`, depth, `t${level}`, 'done', told))
    lines.push(part(`e${level}`, `r${level}`, depth, `n${level}`, text('So.'), level === 1 ? {} : more(level - 1)))
  }
  return lines
}

test.each([
  { below: true, agents: true },
  { below: true, agents: false },
  { below: false, agents: true },
  { below: false, agents: false },
])('[FM146] a subagent of a subagent has a branch of its own, at any depth: %o', (style) => {
  const session = read(...nested(4, style))
  const index = treeOf(...session.entries)
  const labels = ['p1', 'p2', 'p3', 'p4'].map((id) => index.labelOf(entryId(id)))
  expect(labels).toEqual(['Subagent: Job 1', 'Subagent: Job 2', 'Subagent: Job 3', 'Subagent: Job 4'])
  expect(session.entries.filter(({ type }) => type === 'label')).toHaveLength(4)
  expect(talkOn(session)).toEqual(['u', 'a0', 'r1', 'e1'])
  for (const level of [1, 2, 3]) {
    expect(find(session, `r${level + 1}`)).toMatchObject({ parentId: `a${level}` })
    expect(find(session, `p${level + 1}`)).toMatchObject({ parentId: style.below ? `a${level}` : null })
  }
  // Told that it was started before it began, as it is when it works beside the one that asked.
  const [early, late] = [nested(2, style), nested(2, style)]
  const at = early.findIndex((line) => line.includes('"uuid":"r2"'))
  const asked = early.findIndex((line) => line.includes('"uuid":"p2"'))
  early.splice(asked, 0, ...early.splice(at, 1))
  const parents = (lines: string[]) => read(...lines).entries.map(({ id, parentId }) => `${id} < ${parentId}`)
  expect(parents(early).toSorted()).toEqual(parents(late).toSorted())
})

test('[FM146] in a file of a subagent’s own the branches of its subagents are told apart, and nobody stands on them', () => {
  for (const style of [
    { below: true, agents: true },
    { below: false, agents: true },
    { below: true, agents: false },
    { below: false, agents: false },
  ]) {
    const lines = nested(2, style).filter((line) => line.includes('"isSidechain":true'))
    const session = read(...lines)
    const index = treeOf(...session.entries)
    expect([index.labelOf(entryId('p1')), index.labelOf(entryId('p2'))]).toEqual([undefined, 'Subagent: Job 2'])
    expect(talkOn(session).slice(-2)).toEqual(['r2', 'e2'])
    expect(session.title).toBe('Task 1')
  }
})

test('[FM146] subagents ten thousand deep take no stack and little time', () => {
  const lines = nested(10_000, { below: true, agents: false }).filter((line) => !/"uuid":"[er]\d{2,}"/.test(line))
  const session = read(...lines)
  expect(session.entries.filter(({ type }) => type === 'label')).toHaveLength(10_000)
  expect(talkOn(session)).toEqual(['u', 'a0', 'r1', 'e1'])
})
