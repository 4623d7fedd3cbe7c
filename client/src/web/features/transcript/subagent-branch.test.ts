import { checkEntry, entryId, participantId, TreeIndex, type Entry } from '@coppice/shared'
import { expect, test } from 'vitest'
import { subagentBranchOf } from './subagent-branch.ts'

function entry(id: string, parentId: string | null, message: object, fields: object = {}): Entry {
  const check = checkEntry({
    type: 'message',
    id,
    parentId,
    timestamp: '2026-01-05T09:00:00.000Z',
    author: participantId('anna'),
    message,
    source: { format: 'claude-code', line: 1, fields },
  })
  if (!check.ok) throw new Error(check.problem)
  return check.entry
}
function indexOf(...entries: Entry[]): TreeIndex {
  const index = new TreeIndex()
  for (const one of entries) index.add(one)
  return index
}
const call = (id: string, prompt: string, name = 'Task') => ({ id, name, arguments: { prompt }, result: undefined })
const task = (id: string, words: string, fields: object = {}, parentId: string | null = null) =>
  entry(id, parentId, { role: 'user', content: words }, { isSidechain: true, ...fields })
const result = (id: string, callId: string, fields: object) =>
  entry(id, null, { role: 'toolResult', toolCallId: callId, toolName: 'Task', content: 'Done' }, fields)

test('[UI139] the branch of a subagent is the one whose agent the result of the call names', () => {
  const index = indexOf(
    task('s1', 'Count', { agentId: 'one' }),
    task('s2', 'Count', { agentId: 'two' }),
    entry('s3', 's2', { role: 'user', content: 'Count' }, { isSidechain: true, agentId: 'two' }),
    result('r1', 'c1', { toolUseResult: { agentId: 'two' } }),
  )
  expect(subagentBranchOf(index, call('c1', 'Count'))).toBe(entryId('s2'))
  expect(subagentBranchOf(index, call('c1', 'Count', 'Read'))).toBeUndefined()
  expect(subagentBranchOf(index, call('c2', 'Count'))).toBeUndefined()
})

test('[UI139] without such a name it is the only one with the words of the call, and none where two have them', () => {
  const one = task('s1', 'Count all seeds')
  expect(subagentBranchOf(indexOf(one), call('c1', 'Count all seeds', 'Agent'))).toBe(entryId('s1'))
  expect(subagentBranchOf(indexOf(one), call('c1', 'Count'))).toBeUndefined()
  expect(subagentBranchOf(indexOf(one, task('s2', 'Count all seeds')), call('c1', 'Count all seeds'))).toBeUndefined()
  expect(subagentBranchOf(indexOf(entry('u', null, { role: 'user', content: 'Go' })), call('c1', 'Go'))).toBeUndefined()
})

test('[UI139] a subagent of a subagent is found below the call that started it, by its agent or by the words', () => {
  const asks = (id: string, parentId: string, prompt: string, fields: object = {}) => {
    const content = [{ type: 'toolCall', id: `call-${id}`, name: 'Agent', arguments: { prompt } }]
    return entry(id, parentId, { role: 'assistant', content }, { isSidechain: true, ...fields })
  }
  const byAgent = indexOf(
    task('outer', 'Count', { agentId: 'one' }),
    asks('ask', 'outer', 'Count the seeds', { agentId: 'one' }),
    entry(
      'started',
      'ask',
      { role: 'toolResult', toolCallId: 'c2', toolName: 'Agent', content: '' },
      {
        isSidechain: true,
        agentId: 'one',
        toolUseResult: { agentId: 'two' },
      },
    ),
    task('inner', 'Count the seeds', { agentId: 'two' }, 'started'),
    entry('reply', 'inner', { role: 'assistant', content: [] }, { isSidechain: true, agentId: 'two' }),
  )
  expect(subagentBranchOf(byAgent, call('c2', 'Count the seeds', 'Agent'))).toBe(entryId('inner'))
  const byWords = indexOf(
    task('outer', 'Count'),
    asks('ask', 'outer', 'Count the seeds'),
    task('inner', 'Count the seeds', {}, 'ask'),
    task('other', 'Count the seeds', {}, 'inner'),
  )
  expect(subagentBranchOf(byWords, call('call-ask', 'Count the seeds', 'Agent'))).toBe(entryId('inner'))
})
