import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { recordPieces } from './record-pieces.ts'

const EMPTY = Uint8Array.of(0)
const MAX_BYTES = 4_096

/** A record as rooms make it: entries of several writers, and facts that a room of a later load has replaced. */
function record(entries: number): Y.Doc {
  const doc = new Y.Doc()
  const write = (clientId: number, root: string, key: string, value: unknown): void => {
    doc.clientID = clientId
    doc.getMap(root).set(key, value)
  }
  for (const load of [900, 5, 700]) write(load, 'people', 'alice', { name: `Alice ${load}` })
  for (let i = 0; i < entries; i++) write(10 + (i % 3), 'entries', `e${i}`, { id: `e${i}`, text: 'x'.repeat(i % 900) })
  return doc
}

/** Applies pieces one by one; in between nothing may wait. */
function read(doc: Y.Doc, pieces: Iterable<{ update: Uint8Array; isLast: boolean }>, maxBytes = MAX_BYTES) {
  const sizes: number[] = []
  const lasts: boolean[] = []
  for (const { update, isLast } of pieces) {
    Y.applyUpdate(doc, update)
    expect(doc.store.pendingStructs).toBeNull()
    sizes.push(update.length)
    lasts.push(isLast)
  }
  expect(lasts).toEqual([...lasts.slice(1).fill(false), true])
  expect(Math.max(...sizes)).toBeLessThanOrEqual(maxBytes)
  return sizes
}

test.each([0, 1, 2, 300])('[SY216] a record of %i entries is read in pieces, in order, and is the same', (entries) => {
  const doc = record(entries)
  const reader = new Y.Doc()
  const sizes = read(reader, recordPieces(doc, EMPTY, MAX_BYTES))
  expect(Y.encodeStateAsUpdate(reader)).toEqual(Y.encodeStateAsUpdate(doc))
  expect(sizes.length > 5).toBe(entries > 100)
})

test('[SY216] a reader gets what it lacks and no more', () => {
  const doc = record(300)
  const reader = new Y.Doc()
  Y.applyUpdate(reader, Y.encodeStateAsUpdate(doc))
  doc.getMap('entries').set('more', { id: 'more' })
  const lacking = Y.encodeStateAsUpdate(doc, Y.encodeStateVector(reader))
  const [piece, ...others] = recordPieces(doc, Y.encodeStateVector(reader), MAX_BYTES)
  expect([piece?.update, others]).toEqual([lacking, []])
  expect([...recordPieces(doc, Y.encodeStateVector(doc), MAX_BYTES)]).toHaveLength(1)
})

test('[SY216] what is written, replaced and joined together between two pieces becomes part of what follows', () => {
  const doc = record(900)
  const reader = new Y.Doc()
  let at = 0
  const writing = (function* () {
    for (const piece of recordPieces(doc, EMPTY, MAX_BYTES)) {
      yield piece
      if (at++ >= 40) continue
      doc.clientID = at % 2 === 0 ? 11 : 1_000 + at
      doc.getMap('entries').set(`later${at}`, { id: `later${at}`, text: 'y'.repeat(900) })
      doc.clientID = 700
      doc.getMap('people').set('alice', { name: `Alice the ${at}th` })
    }
  })()
  const sizes = read(reader, writing)
  expect(sizes.length).toBeGreaterThan(60)
  expect(Y.encodeStateAsUpdate(reader)).toEqual(Y.encodeStateAsUpdate(doc))
  expect(reader.getMap('entries').size).toBe(900 + 40)
})

test('[SY216] one entry that is larger than a piece is a piece of its own, and so is a large delete set', () => {
  const doc = record(30)
  doc.getMap('entries').set('large', { id: 'large', text: 'z'.repeat(3 * MAX_BYTES) })
  for (let i = 0; i < 600; i++) {
    doc.clientID = 2 ** 31 + i
    doc.getMap('people').set(`p${i % 7}`, { name: `${i}` })
  }
  const reader = new Y.Doc()
  const sizes = read(reader, recordPieces(doc, EMPTY, MAX_BYTES), Infinity)
  expect(sizes.filter((size) => size > MAX_BYTES)).toHaveLength(2)
  expect(sizes.at(-1)).toBeGreaterThan(MAX_BYTES)
  expect(Y.encodeStateAsUpdate(reader)).toEqual(Y.encodeStateAsUpdate(doc))
})
