import { branchName, TreeIndex, type Entry, type EntryId } from '@coppice/shared'
import { expect, test } from 'vitest'
import { FakeTree, ME, PEOPLE } from './fake/fake-tree.ts'
import { outlineOf } from './outline.ts'
import { spokenRow, wordsOf } from './row-words.ts'
import { segmentsOf } from './segments.ts'

function rowsFor(entries: readonly Entry[], endId: EntryId) {
  const index = new TreeIndex()
  for (const entry of entries) index.add(entry)
  const { rows } = outlineOf(segmentsOf(index, true), { endId, choices: new Map() })
  return rows.map((row) => ({ row, words: wordsOf(row, { index, people: PEOPLE }) }))
}

test('[UI9] a turn says its number and its prompt; a branch its name, who began it, its first words and its turns', () => {
  const tree = new FakeTree(1, '')
  const root = tree.prompt(null, ME, 'Plan the import')
  const answer = tree.answer(root.id, 'In batches')
  const side = tree.prompt(root.id, [...PEOPLE.keys()][1] ?? ME, 'With SQLite')
  tree.prompt(side.id, ME, 'Add an index')
  const [turn, branch] = rowsFor(tree.entries, answer.id)
  expect(turn?.words).toMatchObject({ turn: 1, words: 'Plan the import' })
  expect(branch?.words).toMatchObject({ name: branchName(side.id), words: 'With SQLite', turns: 2 })
  expect(branch?.words.author?.name).toBe('Mia Kern')
})

test('[UI5] a row is told to a screen reader as a sentence, with who is there and what goes on', () => {
  const tree = new FakeTree(1, '')
  const root = tree.prompt(null, ME, 'Plan the import')
  tree.label(root.id, ME, 'start')
  const [turn] = rowsFor(tree.entries, root.id)
  if (turn === undefined) throw new Error('no row')
  const jo = { id: ME, name: 'Jo Lind', color: 2, kind: 'human' as const }
  const marks = { people: [jo], answering: 1, fresh: 2, onlyHere: 1 }
  expect(spokenRow(turn.row, turn.words, marks, { standsHere: true, here: 'on this device' })).toBe(
    'Turn 1, Anna Moreau: Plan the import. Label: start. You stand here. Jo Lind is here. An answer is being written. Only on this device. 2 new entries.',
  )
})

test('[UI6] a detached piece says why in words', () => {
  const tree = new FakeTree(1, '')
  const root = tree.prompt(null, ME, 'root')
  const lost = tree.answer(root.id, 'lost')
  const orphan = tree.prompt(lost.id, ME, 'orphan')
  const rows = rowsFor([root, orphan], root.id)
  expect(rows.at(-1)?.words.reason).toBe('parent missing')
  expect(rows.at(-2)?.words.words).toBe('Detached: 1 piece')
})

test('[UI121] a branch of mine does not say my name on its row, and says it to a screen reader', () => {
  const tree = new FakeTree(1, '')
  const root = tree.prompt(null, ME, 'Plan')
  const answer = tree.answer(root.id, 'In batches')
  tree.prompt(root.id, ME, 'With SQLite')
  const index = new TreeIndex()
  for (const entry of tree.entries) index.add(entry)
  const { rows } = outlineOf(segmentsOf(index, true), { endId: answer.id, choices: new Map() })
  const branch = rows.find((row) => row.kind === 'branch')
  if (branch === undefined) throw new Error('no branch')
  const words = wordsOf(branch, { index, people: PEOPLE, me: ME })
  expect(words).toMatchObject({ isMine: true, author: { name: 'Anna Moreau' } })
  expect(spokenRow(branch, words, undefined, { standsHere: false, here: '' })).toContain('Anna Moreau: With SQLite')
  expect(wordsOf(branch, { index, people: PEOPLE, me: [...PEOPLE.keys()][1] }).isMine).toBe(false)
})
