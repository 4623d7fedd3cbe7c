import { branchStartOf, entryId, participantId, TreeIndex, type Entry } from '@coppice/shared'
import { expect, test } from 'vitest'
import { aboutWords, placeOf } from './place.ts'

function say(id: string, parent: string | null): Entry {
  return {
    id: entryId(id),
    parentId: parent === null ? null : entryId(parent),
    timestamp: '2026-01-01T00:00:00.000Z',
    author: participantId('anna'),
    type: 'message',
    message: { role: id.startsWith('a') ? 'assistant' : 'user', content: `text of ${id}` },
  }
}

/** A tree that was synced when it held the first entries; the others came one by one. */
function grown(first: readonly Entry[], ...later: readonly Entry[]): TreeIndex {
  const index = new TreeIndex()
  for (const entry of first) index.add(entry)
  index.markLive()
  for (const entry of later) index.add(entry)
  return index
}

const TRUNK = [say('p1', null), say('a1', 'p1')]

test('[UI46] a place is called the same by everyone, whichever of two forks they saw first', () => {
  const mine = grown(TRUNK, say('p2', 'a1'), say('p3', 'a1'))
  const theirs = grown(TRUNK, say('p3', 'a1'), say('p2', 'a1'))
  for (const id of ['p1', 'a1', 'p2', 'p3'].map(entryId))
    expect(placeOf(mine, id, true)).toEqual(placeOf(theirs, id, true))
  expect(placeOf(mine, entryId('p2'), true)).toMatchObject({
    branchId: 'p2',
    title: 'text of p2',
    turn: 2,
    forkedAfter: 1,
  })
  expect(placeOf(mine, entryId('a1'), true)).toMatchObject({ branchId: 'p1', turn: 1, forkedAfter: null })
  expect(placeOf(mine, entryId('gone'), true)).toBeUndefined()
})

test('[UI46] the start of a branch is remembered only while no branch begins', () => {
  const index = grown(TRUNK, say('p2', 'a1'))
  expect(placeOf(index, entryId('p2'), true)?.branchId).toBe('p1')
  index.add(say('p3', 'a1'))
  index.add(say('a2', 'p2'))
  for (const id of ['a1', 'p2', 'p3', 'a2'].map(entryId))
    expect(placeOf(index, id, true)?.branchId).toBe(branchStartOf(index, id))
})

test('[UI8] the title of a place shows what turns the direction of writing, from a label and from the first words', () => {
  const bare = say('p1\u202E', null)
  const index = grown([bare])
  expect(placeOf(index, bare.id, true)?.title).toBe('text of p1⟨U+202E⟩')
  index.add({ ...bare, id: entryId('l'), parentId: bare.id, type: 'label', targetId: bare.id, label: 'c\u0007d' })
  expect(placeOf(index, bare.id, true)?.title).toBe('c␇d')
})

test('[UI129] an answer beside another one is called that, and not a branch of whoever brought the file in', () => {
  const index = grown([say('p1', null), say('a1', 'p1'), say('a2', 'p1'), say('p2', 'a2')])
  const at = (id: string) => placeOf(index, entryId(id), true)
  const [beside, below] = [at('a2'), at('p2')]
  if (beside === undefined || below === undefined) throw new Error('no place')
  expect(aboutWords(beside, undefined)).toBe('turn 1 · another answer to turn 1')
  expect(aboutWords(below, 'Mia')).toBe('turn 2 · another answer to turn 1')
  const forked = placeOf(grown([...TRUNK, say('p2', 'a1'), say('p3', 'a1')]), entryId('p3'), true)
  if (forked === undefined) throw new Error('no place')
  expect(aboutWords(forked, undefined)).toBe('turn 2 · your branch · forked after turn 1')
  expect(aboutWords(forked, 'Mia')).toBe('turn 2 · Mia’s branch · forked after turn 1')
})
