import { checkEntry, entryId, TreeIndex } from '@coppice/shared'
import { expect, test } from 'vitest'
import { branchWords } from './branch-words.ts'

function treeOf(payload: object): TreeIndex {
  const index = new TreeIndex()
  const check = checkEntry({ id: 'a', parentId: null, timestamp: '2026-01-05T09:00:00.000Z', author: 'jo', ...payload })
  if (!check.ok) throw new Error(check.problem)
  index.add(check.entry)
  return index
}

test('[UI117] a branch on which nothing is said is called by what it is', () => {
  const wordsOf = (payload: object): string => branchWords(treeOf(payload), entryId('a'))
  expect(wordsOf({ type: 'message', message: { role: 'user', content: '' } })).toBe('Empty prompt')
  expect(wordsOf({ type: 'custom', customType: 'loom.empty' })).toBe('A piece without words')
  expect(wordsOf({ type: 'custom', customType: 'session_exit' })).toBe('session_exit')
  expect(wordsOf({ type: 'message', message: { role: 'user', content: 'loom.empty' } })).toBe('loom.empty')
  expect(branchWords(new TreeIndex(), entryId('a'))).toBe('')
})
