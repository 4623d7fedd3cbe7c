import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { fitInOrder, isWaitingForMore, leavesGap, mergeUpdates, stateWithoutGaps } from './gaps.ts'
import { chance } from './store-contract-bench.ts'

const SEEDS = 60

/** The updates of a text and a map that two people wrote in turns, each having seen the other's. */
function history(pick: (below: number) => number): Uint8Array[] {
  const docs = [new Y.Doc(), new Y.Doc()] as const
  const updates: Uint8Array[] = []
  for (const [index, doc] of docs.entries()) {
    doc.clientID = index + 1
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === 'other') return
      updates.push(update)
      Y.applyUpdate(docs[index === 0 ? 1 : 0], update, 'other')
    })
  }
  for (let step = 0; step < 20; step++) {
    const doc = docs[pick(2) === 0 ? 0 : 1]
    const text = doc.getText('t')
    const act = pick(5)
    const nested = doc.getArray('a').get(0)
    if (act === 0 && text.length > 0) text.delete(pick(text.length), 1)
    else if (act === 1) doc.getMap('m').set(`k${pick(3)}`, step)
    else if (act === 3 && nested instanceof Y.Map) nested.set(`y${step}`, step)
    else if (act === 2) doc.getArray('a').insert(0, [new Y.Map([['x', step]])])
    else text.insert(pick(text.length + 1), 'ab')
  }
  return updates
}

test('[SY102] an update leaves a gap exactly when Yjs would hold a part of it back', () => {
  const seen = { gaps: 0, fits: 0 }
  for (let seed = 1; seed <= SEEDS; seed++) {
    const pick = chance(seed)
    const doc = new Y.Doc()
    const updates = history(pick)
    for (let turn = 0; turn < 40; turn++) {
      const some = updates.filter(() => pick(6) === 0)
      const update = some.length > 0 ? mergeUpdates(some) : updates[0]
      if (update === undefined) throw new Error('a history is never empty')
      const tried = new Y.Doc()
      Y.applyUpdate(tried, stateWithoutGaps(doc))
      Y.applyUpdate(tried, update)
      const expected = isWaitingForMore(tried)
      expect(leavesGap(doc, update), `seed ${seed}, turn ${turn}`).toBe(expected)
      seen[expected ? 'gaps' : 'fits']++
      if (!expected) Y.applyUpdate(doc, update)
    }
  }
  expect(Math.min(seen.gaps, seen.fits)).toBeGreaterThan(SEEDS)
})

test('[SY102] the state of a doc is without what Yjs holds back, and the doc still holds it', () => {
  const [first, second] = history(() => 3)
  if (first === undefined || second === undefined) throw new Error('a history has two updates')
  const doc = new Y.Doc()
  doc.getMap('own').set('k', 1)
  Y.applyUpdate(doc, second)
  expect(isWaitingForMore(doc)).toBe(true)
  const copy = new Y.Doc()
  Y.applyUpdate(copy, stateWithoutGaps(doc))
  expect([isWaitingForMore(copy), copy.getMap('own').get('k')]).toEqual([false, 1])
  Y.applyUpdate(doc, first)
  expect([isWaitingForMore(doc), doc.getText('t').length]).toEqual([false, 4])
})

test('[SY105] any number of updates is merged into one that has them all', () => {
  const doc = new Y.Doc()
  const updates: Uint8Array[] = []
  doc.on('update', (update: Uint8Array) => updates.push(update))
  for (let turn = 0; turn < 1_000; turn++) doc.getArray('a').push([turn])
  const copy = new Y.Doc()
  Y.applyUpdate(copy, mergeUpdates(updates))
  expect(copy.getArray('a').toArray()).toEqual(doc.getArray('a').toArray())
})

test('[SY269] updates fit in their order exactly when Yjs holds nothing back of any of them', () => {
  const seen = { gaps: 0, fits: 0 }
  for (let seed = 1; seed <= SEEDS; seed++) {
    const pick = chance(seed)
    const updates = history(pick)
    // Some in their order, some in another, some twice, some not at all.
    const start = pick(3)
    const order = updates.slice(0, start + pick(updates.length))
    if (pick(2) === 0) order.splice(start + pick(5), pick(2), updates[pick(updates.length)] ?? new Uint8Array([0, 0]))
    const doc = new Y.Doc()
    for (const update of updates.slice(0, start)) Y.applyUpdate(doc, update)
    const fits = fitInOrder(doc, order)
    let isHeldBack = false
    for (const update of order) {
      Y.applyUpdate(doc, update)
      isHeldBack ||= isWaitingForMore(doc)
    }
    expect(fits).toBe(!isHeldBack)
    if (fits) seen.fits++
    else seen.gaps++
  }
  expect(Math.min(seen.gaps, seen.fits)).toBeGreaterThan(5)
})

test('[SY269] the state of a doc is written as Yjs writes it', () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const doc = new Y.Doc()
    for (const update of history(chance(seed))) Y.applyUpdate(doc, update)
    expect(stateWithoutGaps(doc)).toEqual(Y.encodeStateAsUpdate(doc))
  }
})
