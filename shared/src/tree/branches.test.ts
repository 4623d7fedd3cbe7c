import { expect, test } from 'vitest'
import { entryId } from '../entry/ids.ts'
import { branchName, branchNameIn, branchStartOf, branchStarts, branchTitle } from './branches.ts'
import { factEntry, labelEntry, messageEntry, userEntry } from './sample-entries.ts'
import { TreeIndex } from './tree-index.ts'

test('[TR9] a branch is named by a short hash of its first entry, the same for everyone', () => {
  expect(branchName(entryId('a'))).toBe(branchName(entryId('a')))
  expect(branchName(entryId('a'))).toMatch(/^[a-z2-9]{3}$/)
  expect(branchName(entryId('a'))).not.toBe(branchName(entryId('b')))
})

test('[TR9] names grow where two branches of a session would share one, whichever came first', () => {
  const ids = Array.from({ length: 2000 }, (_, n) => `n${n}`)
  const forwards = new TreeIndex()
  const backwards = new TreeIndex()
  for (const [n, id] of ids.entries()) forwards.add(userEntry(id, null, n))
  for (const [n, id] of [...ids.entries()].toReversed()) backwards.add(userEntry(id, null, n))
  const starts = branchStarts(forwards)
  const names = starts.map((id) => branchNameIn(forwards, id))
  expect(new Set(names).size).toBe(2000)
  expect(names.filter((name) => name.length > 3).length).toBeGreaterThan(10)
  expect(starts.map((id) => branchNameIn(backwards, id))).toEqual(names)
  expect(names.every((name, n) => name.startsWith(branchName(entryId(ids[n] ?? ''))))).toBe(true)
})

test('[TR9] a name is found anew when a new branch clashes with it', () => {
  const index = new TreeIndex()
  const byName = Map.groupBy(
    Array.from({ length: 2000 }, (_, n) => entryId(`n${n}`)),
    branchName,
  )
  const [first, second] = [...byName.values()].find((ids) => ids.length > 1) ?? []
  if (first === undefined || second === undefined) throw new Error('no clash among 2000 names')
  index.add(userEntry(first, null, 1))
  expect(branchNameIn(index, first)).toHaveLength(3)
  index.add(userEntry(second, null, 2))
  expect(branchNameIn(index, first).length).toBeGreaterThan(3)
  expect(branchNameIn(index, first)).not.toBe(branchNameIn(index, second))
})

test('[TR9] a branch of bookkeeping alone is titled by what kind it is', () => {
  const index = new TreeIndex()
  index.add(userEntry('root', null, 1))
  index.add(factEntry('exit', 'root', 2, 'session_exit'))
  index.add(factEntry('start', 'root', 3, 'mark'))
  index.add(userEntry('go', 'start', 4))
  expect(branchTitle(index, entryId('exit'))).toBe('session_exit')
  expect(branchTitle(index, entryId('start'))).toBe('go')
})

test('[TR9] the title is a label on the branch, else the first words a person wrote there', () => {
  const index = new TreeIndex()
  index.add(userEntry('root', null, 1))
  index.add(messageEntry('a', 'root', 2, { role: 'assistant', content: [{ type: 'text', text: 'Answer' }] }))
  index.add(userEntry('b', 'root', 3))
  index.add(userEntry('a2', 'a', 4, `Try   the\nother way ${'and more words '.repeat(10)}`))
  expect(branchTitle(index, entryId('a'))).toMatch(/^Try the other way and more words .*…$/)
  expect(branchTitle(index, entryId('a')).length).toBeLessThanOrEqual(60)
  index.add(labelEntry('l', 'a2', 5, 'a2', 'plan A'))
  expect(branchTitle(index, entryId('a'))).toBe('plan A')
  expect(branchTitle(index, entryId('nobody'))).toBe('')
  expect(branchStartOf(index, entryId('a2'))).toBe('a')
  expect(branchStartOf(index, entryId('root'))).toBe('root')
})
