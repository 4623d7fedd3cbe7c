import { branchNameIn, participantId, TreeIndex } from '@coppice/shared'
import { expect, test } from 'vitest'
import { FakeTree, ME, PEOPLE } from '../tree/fake/fake-tree.ts'
import { homecomingWords, openings } from './homecoming-words.ts'

const MIA = participantId('p-mia')

function indexOf(tree: FakeTree): TreeIndex {
  const index = new TreeIndex()
  for (const entry of tree.entries) index.add(entry)
  return index
}

test('[UI75] late work that became a branch is told by the name the tree gives it, with what came meanwhile', () => {
  const tree = new FakeTree(1, '')
  const root = tree.prompt(null, ME, 'root')
  const answer = tree.answer(root.id, 'an answer')
  const mine = tree.prompt(root.id, ME, 'mine')
  const index = indexOf(tree)
  const said = homecomingWords(
    { sent: 3, branches: [{ entryId: mine.id, beside: [answer.id] }] },
    { index, people: PEOPLE, live: true },
  )
  const name = branchNameIn(index, mine.id)
  expect(said).toEqual({
    sent: '3 entries sent.',
    became: `Your prompt became ${name} beside the answer that came meanwhile.`,
    branches: [{ id: mine.id, name, beside: { id: answer.id, words: 'Open the answer' } }],
  })
})

test('[UI75] every branch is listed; beside another person’s prompt their name is said, beside several their number', () => {
  const tree = new FakeTree(1, '')
  const root = tree.prompt(null, ME, 'root')
  const theirs = tree.prompt(root.id, MIA, 'theirs')
  const answer = tree.answer(root.id, 'an answer')
  const mine = tree.prompt(root.id, ME, 'mine')
  const other = tree.prompt(null, ME, 'another beginning')
  const index = indexOf(tree)
  const sources = { index, people: PEOPLE, live: true }
  const both = { entryId: mine.id, beside: [theirs.id, answer.id] }
  const said = homecomingWords(
    {
      sent: 2,
      branches: [
        { entryId: mine.id, beside: [theirs.id] },
        { entryId: other.id, beside: [root.id] },
      ],
    },
    sources,
  )
  expect(said.became).toContain('beside what Mia Kern wrote meanwhile')
  expect(said.branches.map(({ id }) => id)).toEqual([mine.id, other.id])
  expect(homecomingWords({ sent: 1, branches: [both] }, sources)).toMatchObject({
    sent: '1 entry sent.',
    became: expect.stringContaining('beside 2 entries that came meanwhile'),
  })
})

test('[UI75] with no branch only the number is said', () => {
  const said = homecomingWords({ sent: 4, branches: [] }, { index: new TreeIndex(), people: PEOPLE, live: true })
  expect(said).toEqual({ sent: '4 entries sent.', became: undefined, branches: [] })
})

test('[UI108] who reads the branch already is offered what it stands beside, not the place where they are', () => {
  const tree = new FakeTree(1, '')
  const root = tree.prompt(null, ME, 'root')
  const theirs = tree.prompt(root.id, MIA, 'theirs')
  const mine = tree.prompt(root.id, ME, 'mine')
  const more = tree.answer(mine.id, 'an answer to mine')
  const index = indexOf(tree)
  const { branches } = homecomingWords(
    { sent: 1, branches: [{ entryId: mine.id, beside: [theirs.id] }] },
    { index, people: PEOPLE, live: true },
  )
  for (const lookedId of [mine.id, more.id])
    expect(openings(branches, { index, lookedId })).toEqual([{ id: theirs.id, words: 'Open theirs' }])
  for (const lookedId of [null, root.id, theirs.id])
    expect(openings(branches, { index, lookedId })).toEqual([
      { id: mine.id, words: `Open ${branchNameIn(index, mine.id)}` },
    ])
})
