import type { Entry, EntryId } from '@coppice/shared'
import { expect, test } from 'vitest'
import { FakeTree, ME, PEOPLE } from '../tree/fake/fake-tree.ts'
import { PathItems } from './path-items.ts'
import { markBefore } from './stand-mark.ts'

const MIA = [...PEOPLE.keys()][1] ?? ME

function markIn(path: readonly Entry[], leafId: EntryId | null, own = true): number {
  const builder = new PathItems(null)
  for (const entry of path) builder.push(entry)
  return markBefore({ own, leafId, me: ME, ...builder.soFar() })
}

test('[UI24] what stands below my leaf is marked as not in my context, unless my own run carries me there', () => {
  const tree = new FakeTree(1)
  const prompt = tree.prompt(null, ME, 'Plan')
  const answer = tree.answer(prompt.id, 'A')
  const forMia = { ...answer, run: { id: 'r', startedBy: MIA } }
  const forMe = { ...answer, run: { id: 'r', startedBy: ME } }
  expect(markIn([prompt, forMia], prompt.id)).toBe(1)
  expect(markIn([prompt, forMe], prompt.id)).toBe(-1)
  expect(markIn([prompt, forMia], answer.id)).toBe(-1)
  expect(markIn([prompt, forMia], prompt.id, false)).toBe(-1)
  expect(markIn([prompt, forMia], null)).toBe(-1)
})
