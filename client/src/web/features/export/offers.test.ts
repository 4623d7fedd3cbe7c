import { entryId } from '@coppice/shared'
import { expect, test } from 'vitest'
import { askedOf, endingOf, OFFERS } from './offers.ts'

const HERE = entryId('here')

test('[UI166] for Pi the menu has the whole tree, which opens where its file did, and the branch one stands on', () => {
  const forPi = OFFERS.filter(({ format }) => format === 'pi')
  expect(forPi.map((offer) => [offer.hint, askedOf(offer, HERE), endingOf(offer)])).toEqual([
    ['The whole tree, as a file that Pi opens', { leaf: null }, 'jsonl'],
    ['Only the path to where you stand, as a file that Pi opens', { leaf: HERE, branch: true }, 'branch.jsonl'],
  ])
})

test('[UI166] every entry of the menu has a name of its own, and only the branch for Pi asks for one', () => {
  expect(new Set(OFFERS.map(({ name }) => name)).size).toBe(OFFERS.length)
  const others = OFFERS.filter(({ format }) => format !== 'pi')
  expect(others.map((offer) => [askedOf(offer, HERE), endingOf(offer)])).toEqual([
    [{ leaf: HERE }, 'html'],
    [{ leaf: HERE }, 'json'],
    [{ leaf: HERE }, 'md'],
  ])
  // Before the first entry there is no id to send.
  for (const offer of OFFERS) expect(askedOf(offer, null).leaf).toBeNull()
})
