import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { applyOwnUpdate } from './apply-own-update.ts'
import { onChange } from './on-change.ts'

interface Told {
  readonly origin: unknown
  readonly update: Uint8Array
}

function listen(doc: Y.Doc): { readonly ours: Told[]; readonly theirs: Told[] } {
  const told = { ours: new Array<Told>(), theirs: new Array<Told>() }
  onChange(doc, (change) => told.ours.push({ origin: change.origin, update: change.update() }))
  doc.on('update', (update: Uint8Array, origin: unknown) => told.theirs.push({ origin, update }))
  return told
}

const acts = fc.array(
  fc.record({ writer: fc.nat(1), kind: fc.nat(5), at: fc.nat(30), length: fc.integer({ min: 1, max: 4 }) }),
  { minLength: 1, maxLength: 25 },
)

function act(doc: Y.Doc, kind: number, at: number, length: number): void {
  const [text, map, list] = [doc.getText('t'), doc.getMap('m'), doc.getArray('a')]
  if (kind === 0) map.set(`k${at % 3}`, { at, of: ['x'.repeat(at)] })
  else if (kind === 1) map.delete(`k${at % 3}`)
  else if (kind === 2 && text.length > 0)
    text.delete(at % text.length, Math.min(length, text.length - (at % text.length)))
  else if (kind === 3) list.insert(0, [new Y.Map([['x', at]])])
  else if (kind === 4 && list.length > 0) list.delete(at % list.length, 1)
  else text.insert(at % (text.length + 1), 'ab'.repeat(length))
}

/** What two people write who hear of each other now and then: each update as it left. */
function written(steps: readonly { writer: number; kind: number; at: number; length: number }[]): Uint8Array[] {
  const docs = [new Y.Doc(), new Y.Doc()]
  const updates: Uint8Array[] = []
  for (const [index, doc] of docs.entries()) {
    doc.clientID = index + 1
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'other') updates.push(update)
    })
  }
  for (const { writer, kind, at, length } of steps) {
    const [doc, other] = writer === 0 ? [docs[0], docs[1]] : [docs[1], docs[0]]
    if (doc === undefined || other === undefined) throw new Error('two docs')
    act(doc, kind, at, length)
    if (at % 2 === 0) Y.applyUpdate(other, Y.encodeStateAsUpdate(doc), 'other')
  }
  return updates
}

test('[SY267] what is told of a change made here is what Yjs tells, byte for byte', () => {
  fc.assert(
    fc.property(acts, fc.nat(4), (steps, together) => {
      const doc = new Y.Doc()
      const told = listen(doc)
      // Some in one transaction, some out of an observer.
      doc.getMap('m').observe(() => act(doc, 5, 0, 1))
      for (let i = 0; i < steps.length; i += together + 1)
        doc.transact(() => {
          for (const { kind, at, length } of steps.slice(i, i + together + 1)) act(doc, kind, at, length)
        }, i)
      expect(told.ours).toEqual(told.theirs)
    }),
    { seed: 267, numRuns: 200 },
  )
})

test('[SY267] of an update that is taken in whole its own bytes are told, not an encoding made anew', () => {
  const source = new Y.Doc()
  source.getMap('m').set('k', { text: 'one' })
  const update = Y.encodeStateAsUpdate(source)
  const doc = new Y.Doc()
  const updates: Uint8Array[] = []
  onChange(doc, (change) => updates.push(change.update()))
  applyOwnUpdate(doc, update, 'server')
  // It brings nothing new.
  applyOwnUpdate(doc, update, 'server')
  expect(updates).toHaveLength(1)
  expect(updates[0]).toBe(update)
})

test('[SY267] what was told, applied in its order, makes the same doc: gaps, repetitions and clashes included', () => {
  fc.assert(
    fc.property(acts, fc.infiniteStream(fc.nat()), (steps, picks) => {
      const updates = written(steps)
      const doc = new Y.Doc()
      const told: Uint8Array[] = []
      onChange(doc, (change) => told.push(change.update()))
      for (const pick of picks.take(updates.length)) {
        const update = updates[pick % updates.length]
        if (update === undefined) continue
        applyOwnUpdate(doc, update, 'server')
        if (pick % 5 === 0) doc.getMap('mine').set('k', pick % 7)
        // Nothing that is told needs what was not told.
        const copy = new Y.Doc()
        for (const before of told) Y.applyUpdate(copy, before)
        expect([copy.store.pendingStructs, copy.store.pendingDs]).toEqual([null, null])
        expect(Y.encodeStateVector(copy)).toEqual(Y.encodeStateVector(doc))
      }
      for (const update of updates) applyOwnUpdate(doc, update, 'server')
      const copy = new Y.Doc()
      for (const update of told) Y.applyUpdate(copy, update)
      expect(Y.encodeStateAsUpdate(copy)).toEqual(Y.encodeStateAsUpdate(doc))
    }),
    { seed: 2670, numRuns: 200 },
  )
})

test('[SY267] updates that are taken in within one transaction are told as one', () => {
  const [one, two] = [new Y.Doc(), new Y.Doc()]
  one.getMap('m').set('one', 1)
  two.getMap('m').set('two', 2)
  const doc = new Y.Doc()
  const { ours, theirs } = listen(doc)
  doc.transact(() => {
    applyOwnUpdate(doc, Y.encodeStateAsUpdate(one))
    applyOwnUpdate(doc, Y.encodeStateAsUpdate(two))
  }, 'together')
  expect(ours).toEqual(theirs)
})
