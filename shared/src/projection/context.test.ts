import { describe, expect, test } from 'vitest'
import type { Entry } from '../entry/entry.ts'
import { entryId } from '../entry/ids.ts'
import {
  answerEntry,
  branchSummaryEntry,
  callEntry,
  compactionEntry,
  customMessageEntry,
  editEntry,
  factEntry,
  labelEntry,
  messageEntry,
  resultEntry,
  settingEntry,
  userEntry,
} from '../tree/sample-entries.ts'
import { TreeIndex } from '../tree/tree-index.ts'
import { projectContext } from './context.ts'
import { describeMessage } from './pi-notation.ts'
import type { ProjectedContext } from './projected-context.ts'

const id = entryId

function indexOf(...entries: readonly Entry[]): TreeIndex {
  const index = new TreeIndex()
  for (const entry of entries) index.add(entry)
  return index
}

function said(context: ProjectedContext): string[] {
  return context.items.map((item) => describeMessage(item.message))
}

function left(context: ProjectedContext): string[] {
  return context.leftOut.map(({ entryId, reason }) => `${entryId}: ${reason}`)
}

describe('projectContext', () => {
  test('[CX1] a context holds the path of its leaf and nothing of any other branch', () => {
    const index = indexOf(
      userEntry('a', null, 1),
      answerEntry('b', 'a', 2),
      answerEntry('c', 'a', 3),
      userEntry('d', 'c', 4),
    )
    expect(said(projectContext(index, id('b')))).toEqual(['user:a', 'assistant:b'])
    expect(said(projectContext(index, id('d')))).toEqual(['user:a', 'assistant:c', 'user:d'])
    expect(projectContext(index, id('b')).items.map((item) => item.entryId)).toEqual(['a', 'b'])
    expect(said(projectContext(index, null))).toEqual([])
  })

  test('[CX11] an unknown leaf is not found', () => {
    expect(() => projectContext(indexOf(), id('nobody'))).toThrow(
      expect.objectContaining({ name: 'SessionError', code: 'not_found' }),
    )
  })

  test('[CX12] what is left out is listed with the reason', () => {
    const index = indexOf(
      userEntry('a', null, 1),
      labelEntry('l', 'a', 2, 'a', 'start'),
      factEntry('f', 'l', 3, 'coppice.comment'),
      messageEntry('x', 'f', 4, { role: 'assistant', content: 'half', stopReason: 'aborted' }),
      messageEntry('e', 'x', 5, { role: 'assistant', content: [] }),
      messageEntry('n', 'e', 6, { role: 'note' }),
      messageEntry('s', 'n', 7, { role: 'bashExecution', command: 'ls', output: '', excludeFromContext: true }),
      resultEntry('o', 's', 8, 't9'),
      editEntry('d', 'o', 9, 'a', null),
      userEntry('z', 'd', 10),
    )
    const context = projectContext(index, id('z'))
    expect(said(context)).toEqual(['user:z'])
    expect(left(context)).toEqual([
      'a: edited_out',
      'l: fact',
      'f: fact',
      'x: failed_reply',
      'e: empty',
      'n: unknown_role',
      's: excluded',
      'o: orphan_result',
      'd: setting',
    ])
    expect(context.leftOut.find((entry) => entry.entryId === 'x')?.tokens).toBeGreaterThan(0)
  })

  test('[CX2] settings are read over the whole path, also over what a compaction hides', () => {
    const index = indexOf(
      settingEntry('m', null, 1, { type: 'model_change', provider: 'p', modelId: 'm' }),
      settingEntry('t', 'm', 2, { type: 'thinking_level_change', thinkingLevel: 'high' }),
      settingEntry('o', 't', 3, { type: 'active_tools_change', activeToolNames: ['read'] }),
      userEntry('a', 'o', 4),
      compactionEntry('k', 'a', 5, 'S', 'k'),
      answerEntry('b', 'k', 6),
      settingEntry('other', 'k', 7, { type: 'model_change', provider: 'q', modelId: 'n' }),
    )
    const { model, thinkingLevel, activeToolNames } = projectContext(index, id('b'))
    expect([model, thinkingLevel, activeToolNames]).toEqual([{ provider: 'prov', modelId: 'm1' }, 'high', ['read']])
    expect(projectContext(index, id('k')).model).toEqual({ provider: 'p', modelId: 'm' })
    expect(projectContext(index, null)).toMatchObject({ model: null, thinkingLevel: 'off', activeToolNames: null })
  })

  test('[CX4] a retained tail replaces the kept range, even when it is empty', () => {
    const tail = [{ role: 'user', content: 'tail' }]
    const index = indexOf(
      userEntry('a', null, 1),
      userEntry('b', 'a', 2),
      { ...compactionEntry('k', 'b', 3, 'S', 'b'), retainedTail: tail },
      { ...compactionEntry('n', 'b', 3, 'S', 'b'), retainedTail: [] },
    )
    expect(said(projectContext(index, id('k')))).toEqual(['compactionSummary(100):S', 'user:tail'])
    expect(said(projectContext(index, id('n')))).toEqual(['compactionSummary(100):S'])
    expect(left(projectContext(index, id('n')))).toEqual(['a: compacted', 'b: compacted'])
  })

  test('[CX3] a compaction whose kept range is not on the path keeps nothing and says so', () => {
    const index = indexOf(
      userEntry('a', null, 1),
      compactionEntry('lost', 'a', 2, 'S', 'nowhere'),
      userEntry('b', 'lost', 3),
      compactionEntry('all', 'a', 2, 'S', 'all'),
      compactionEntry('whole', 'a', 2, 'S', 'a'),
    )
    const context = projectContext(index, id('b'))
    expect(said(context)).toEqual(['compactionSummary(100):S', 'user:b'])
    expect(context.items.map(({ note }) => note)).toEqual([
      'The kept range is missing: entry nowhere is not on this path, so nothing before the summary is kept.',
      undefined,
    ])
    for (const leaf of ['all', 'whole']) expect(projectContext(index, id(leaf)).items[0]?.note).toBeUndefined()
  })

  test('[CX4] a retained message says that it is no entry', () => {
    const tail = [{ role: 'user', content: 'tail' }]
    const index = indexOf(userEntry('a', null, 1), { ...compactionEntry('k', 'a', 2, 'S', 'a'), retainedTail: tail })
    expect(projectContext(index, id('k')).items.map(({ entryId, note }) => [entryId, note])).toEqual([
      ['k', undefined],
      ['k', 'Kept by the compaction in its own words: it is no entry of the tree.'],
    ])
  })

  test('[CX3] what a compaction replaced is said so, facts by their own reason', () => {
    const index = indexOf(
      userEntry('a', null, 1),
      labelEntry('l', 'a', 2, 'a', 'start'),
      userEntry('b', 'l', 3),
      compactionEntry('k', 'b', 4, 'S', 'b'),
      userEntry('c', 'k', 5),
    )
    const context = projectContext(index, id('c'))
    expect(said(context)).toEqual(['compactionSummary(100):S', 'user:b', 'user:c'])
    expect(left(context)).toEqual(['a: compacted', 'l: fact'])
  })

  test('[CX7] a call without a result is answered with an error, right after it', () => {
    const index = indexOf(callEntry('a', null, 1, 't1', 't2'), resultEntry('b', 'a', 2, 't2'), userEntry('c', 'b', 3))
    const context = projectContext(index, id('c'))
    expect(said(context)).toEqual([
      'assistant:call:t1call:t2',
      'toolResult(t2):b',
      'toolResult(t1):No result provided',
      'user:c',
    ])
    expect(context.items[2]).toMatchObject({ entryId: null, message: { isError: true } })
    expect(context.items[2]?.note).toBeDefined()
    expect(said(projectContext(index, id('a'))).slice(1)).toEqual([
      'toolResult(t1):No result provided',
      'toolResult(t2):No result provided',
    ])
  })

  test('[CX7] a result that comes late is moved to its call, also after the context was seen without it', () => {
    const index = indexOf(callEntry('a', null, 1, 't1'), userEntry('b', 'a', 2))
    expect(said(projectContext(index, id('b')))).toEqual([
      'assistant:call:t1',
      'toolResult(t1):No result provided',
      'user:b',
    ])
    index.add(resultEntry('c', 'b', 3, 't1'))
    index.add(userEntry('d', 'c', 4))
    expect(said(projectContext(index, id('d')))).toEqual(['assistant:call:t1', 'toolResult(t1):c', 'user:b', 'user:d'])
  })

  test('[CX7] a second result of a call, and one whose call failed, are left out', () => {
    const index = indexOf(
      callEntry('a', null, 1, 't1'),
      resultEntry('b', 'a', 2, 't1'),
      resultEntry('c', 'b', 3, 't1'),
      messageEntry('d', 'c', 4, {
        role: 'assistant',
        content: [{ type: 'toolCall', id: 't2', name: 'run', arguments: {} }],
        stopReason: 'error',
      }),
      resultEntry('e', 'd', 5, 't2'),
    )
    const context = projectContext(index, id('e'))
    expect(said(context)).toEqual(['assistant:call:t1', 'toolResult(t1):b'])
    expect(left(context)).toEqual(['c: orphan_result', 'd: failed_reply', 'e: orphan_result'])
  })

  test('[CX7] an id that is used again belongs to the latest call', () => {
    const index = indexOf(
      callEntry('a', null, 1, 't1'),
      userEntry('b', 'a', 2),
      callEntry('c', 'b', 3, 't1'),
      resultEntry('d', 'c', 4, 't1'),
    )
    expect(said(projectContext(index, id('d')))).toEqual([
      'assistant:call:t1',
      'toolResult(t1):No result provided',
      'user:b',
      'assistant:call:t1',
      'toolResult(t1):d',
    ])
  })

  test('[CX7] a result too many is left out also where an earlier call with its id has no answer', () => {
    const index = indexOf(
      callEntry('a', null, 1, 't1'),
      callEntry('b', 'a', 2, 't1'),
      userEntry('c', 'b', 3),
      resultEntry('d', 'c', 4, 't1'),
      resultEntry('e', 'd', 5, 't1'),
    )
    const context = projectContext(index, id('e'))
    expect(said(context)).toEqual([
      'assistant:call:t1',
      'toolResult(t1):No result provided',
      'assistant:call:t1',
      'toolResult(t1):d',
      'user:c',
    ])
    expect(left(context)).toEqual(['e: orphan_result'])
  })

  test('[CX7] a system message between a call and its result waits until after it', () => {
    const index = indexOf(
      callEntry('a', null, 1, 't1'),
      messageEntry('s', 'a', 2, { role: 'system', content: 'rules' }),
      resultEntry('b', 's', 3, 't1'),
      userEntry('c', 'b', 4),
    )
    expect(said(projectContext(index, id('s')))).toEqual([
      'assistant:call:t1',
      'toolResult(t1):No result provided',
      'system:rules',
    ])
    expect(said(projectContext(index, id('c')))).toEqual([
      'assistant:call:t1',
      'toolResult(t1):b',
      'system:rules',
      'user:c',
    ])
  })

  test('[CX5] messages, custom messages and summaries speak to the model; facts and settings do not', () => {
    const index = indexOf(
      messageEntry('s', null, 1, { role: 'system', content: 'rules' }),
      customMessageEntry('c', 's', 2, 'note'),
      branchSummaryEntry('b', 'c', 3, 'tried it'),
      branchSummaryEntry('n', 'b', 4, ''),
      messageEntry('x', 'n', 5, { role: 'bashExecution', command: 'ls', output: '' }),
      factEntry('f', 'x', 6, 'someone.else'),
    )
    const context = projectContext(index, id('f'))
    expect(said(context)).toEqual([
      'system:rules',
      'custom(ext,display=false):note',
      'branchSummary(from=root):tried it',
      'bashExecution:ls',
    ])
    expect(left(context)).toEqual(['n: empty', 'f: fact'])
  })

  test('[CX6] an edit replaces the content and says so; the entry itself stays', () => {
    const index = indexOf(userEntry('a', null, 1), editEntry('e', 'a', 2, 'a', 'other words'))
    const context = projectContext(index, id('e'))
    expect(said(context)).toEqual(['user:other words'])
    expect(context.items[0]?.note).toBeDefined()
    expect(said(projectContext(index, id('a')))).toEqual(['user:a'])
  })

  test('[CX12] a path that reaches no root says where it is cut, until the missing part arrives', () => {
    const index = indexOf(userEntry('b', 'a', 2), userEntry('c', 'b', 3))
    expect(projectContext(index, id('c')).cut).toEqual({ reason: 'missing_parent', entryId: 'b' })
    index.add(userEntry('a', null, 1))
    const whole = projectContext(index, id('c'))
    expect(whole.cut).toBeNull()
    expect(said(whole)).toEqual(['user:a', 'user:b', 'user:c'])
    const ring = indexOf(userEntry('x', 'y', 1), userEntry('y', 'x', 2))
    expect(projectContext(ring, id('x')).cut).toEqual({ reason: 'cycle', entryId: 'x' })
  })

  test('[CX10] the same leaf gives the same object, and branches off a seen path do not mix', () => {
    const index = indexOf(userEntry('a', null, 1), userEntry('b', 'a', 2))
    const first = projectContext(index, id('b'))
    expect(projectContext(index, id('b'))).toBe(first)
    index.add(userEntry('c', 'b', 3))
    index.add(userEntry('d', 'b', 4))
    expect(said(projectContext(index, id('c')))).toEqual(['user:a', 'user:b', 'user:c'])
    expect(said(projectContext(index, id('d')))).toEqual(['user:a', 'user:b', 'user:d'])
    expect(said(first)).toEqual(['user:a', 'user:b'])
  })

  test('[CX10] a path of 100,000 entries is projected', () => {
    const index = new TreeIndex()
    for (let n = 0; n < 100_000; n += 1) index.add(userEntry(`n${n}`, n === 0 ? null : `n${n - 1}`, n, ''))
    expect(projectContext(index, id('n99998')).items).toHaveLength(99_999)
    expect(projectContext(index, id('n99999')).items).toHaveLength(100_000)
    expect(projectContext(index, id('n500')).items).toHaveLength(501)
  })

  test('[CX13] tokens are estimated per entry and add up, also in JSON', () => {
    const index = indexOf(userEntry('a', null, 1, 'one two three four'), callEntry('b', 'a', 2, 't1'))
    const context = projectContext(index, id('b'))
    const sum = context.items.reduce((total, item) => total + item.tokens, 0)
    expect(context.items[0]?.tokens).toBe(4)
    expect(context.tokens).toBe(sum)
    index.add(resultEntry('c', 'b', 3, 't1'))
    const next = projectContext(index, id('c'))
    expect(next.tokens).toBe(next.items.reduce((total, item) => total + item.tokens, 0))
    const json: unknown = JSON.parse(JSON.stringify(context))
    expect(json).toMatchObject({
      leafId: 'b',
      tokens: sum,
      items: [{ entryId: 'a', tokens: 4, message: { role: 'user' } }, { entryId: 'b' }, { entryId: null }],
      leftOut: [],
      model: { provider: 'prov', modelId: 'm1' },
      thinkingLevel: 'off',
      activeToolNames: null,
      cut: null,
    })
  })
})
