import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { codeOf } from '../admission/scene.ts'
import { userEntry } from '../tree/sample-entries.ts'
import { peopleOf, putEntry } from '../tree/record.ts'
import { splitUpdate } from './split-update.ts'

/** A record by several writers, with people that several loads of the server replaced. */
function record(writers: readonly number[], loads: readonly number[]): Y.Doc {
  const doc = new Y.Doc()
  for (const [i, clientId] of writers.entries()) {
    doc.clientID = 100 + clientId
    putEntry(doc, userEntry(`e${i}`, null, i, 'x'.repeat((i * 37) % 300)))
  }
  for (const [i, clientId] of loads.entries()) {
    doc.clientID = 5000 + clientId
    peopleOf(doc).set(`person${i % 3}`, { name: `Name ${i}`, color: 0, kind: 'human' })
  }
  return doc
}

function apply(pieces: readonly Uint8Array[]): Y.Doc {
  const doc = new Y.Doc()
  for (const piece of pieces) Y.applyUpdate(doc, piece)
  return doc
}

test('[AD22] pieces applied in order are the whole, each within the limit, nothing pending at the end', () => {
  let split = 0
  let replaced = 0
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 6, max: 60 })), { maxLength: 60 }),
      fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 20 }),
      fc.integer({ min: 16, max: 1000 }),
      (writers, loads, maxBytes) => {
        const update = Y.encodeStateAsUpdate(record(writers, loads))
        const pieces = splitUpdate(update, maxBytes)
        if (pieces.length > 2) split++
        if (loads.length > 3) replaced++
        const doc = apply(pieces)
        expect(Y.encodeStateAsUpdate(doc)).toEqual(Y.encodeStateAsUpdate(apply([update])))
        expect(doc.store.pendingStructs).toBeNull()
        expect(doc.store.pendingDs).toBeNull()
        for (const piece of pieces) {
          const { structs, ds } = Y.decodeUpdate(piece)
          const isIndivisible = structs.length === 1 || (structs.length === 0 && ds.clients.size > 0)
          if (!isIndivisible) expect(piece.length).toBeLessThanOrEqual(maxBytes)
        }
      },
    ),
    { seed: 20261120, numRuns: 400 },
  )
  expect(split).toBeGreaterThan(150)
  expect(replaced).toBeGreaterThan(150)
})

test('[AD22] people replaced by one load after the other come in the order of the loads, so nothing waits in between', () => {
  for (const loads of [
    [1, 2, 3, 4, 5],
    [5, 4, 3, 2, 1],
    [3, 3, 1, 1, 2, 2],
  ]) {
    const doc = new Y.Doc()
    for (const [i, load] of loads.entries()) {
      doc.clientID = load
      peopleOf(doc).set('alice', { name: `Name ${i}`, color: 0, kind: 'human' })
    }
    const joined = new Y.Doc()
    const pieces = splitUpdate(Y.encodeStateAsUpdate(doc), 30)
    expect(pieces.length).toBeGreaterThan(2)
    for (const piece of pieces) {
      Y.applyUpdate(joined, piece)
      expect(joined.store.pendingStructs).toBeNull()
    }
    expect(peopleOf(joined).get('alice')?.name).toBe(`Name ${loads.length - 1}`)
  }
})

test('[AD22] the deletions come last, with the last structs where they fit', () => {
  const update = Y.encodeStateAsUpdate(record([0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 0, 1]))
  const pieces = splitUpdate(update, 400)
  expect(pieces.length).toBeGreaterThan(2)
  const deleters = pieces.map((piece) => Y.decodeUpdate(piece).ds.clients.size)
  expect(deleters.at(-1)).toBeGreaterThan(0)
  expect(deleters.slice(0, -1)).toEqual(deleters.slice(0, -1).map(() => 0))
})

test('[AD22] a difference that begins in the middle of a clientID is cut as well', () => {
  const doc = record([0, 0, 0, 0], [1])
  const has = apply([Y.encodeStateAsUpdate(doc)])
  doc.clientID = 100
  for (let i = 0; i < 20; i++) putEntry(doc, userEntry(`late${i}`, null, i))
  const pieces = splitUpdate(Y.encodeStateAsUpdate(doc, Y.encodeStateVector(has)), 300)
  expect(pieces.length).toBeGreaterThan(2)
  for (const piece of pieces) Y.applyUpdate(has, piece)
  expect(Y.encodeStateAsUpdate(has)).toEqual(Y.encodeStateAsUpdate(doc))
})

test('[AD22] what fits is passed on as it is, an entry larger than a piece stays whole', () => {
  const update = Y.encodeStateAsUpdate(record([0], []))
  expect(splitUpdate(update, update.length)).toEqual([update])
  const large = new Y.Doc()
  for (let i = 0; i < 3; i++) putEntry(large, userEntry(`e${i}`, null, i, 'x'.repeat(5000)))
  expect(splitUpdate(Y.encodeStateAsUpdate(large), 100).map((piece) => Y.decodeUpdate(piece).structs.length)).toEqual([
    1, 1, 1,
  ])
})

test('[AD22] bytes that are no update, and content the record cannot hold, throw a SessionError', () => {
  expect(codeOf(() => splitUpdate(new Uint8Array(50).fill(255), 10))).toBe('malformed')
  const text = new Y.Doc()
  text.getText('t').insert(0, 'x'.repeat(100))
  expect(codeOf(() => splitUpdate(Y.encodeStateAsUpdate(text), 10))).toBe('malformed')
})
