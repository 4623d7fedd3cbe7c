import { applyOwnUpdate, encodeEntries, readEntries, type Entry } from '@coppice/shared'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { encodeServerWrites } from '@coppice/server/room/server-write'

const names = fc.oneof(
  fc.constantFrom('type', 'epyt', 'text', '', 'é', '\ufeffa', 'n'.repeat(24), 'n'.repeat(25), '__proto_', '名前'),
  fc.string({ unit: 'grapheme', maxLength: 30 }).filter((name) => name !== '__proto__' && name.isWellFormed()),
)
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    names,
    fc.constantFrom('\ufeff', 'a'.repeat(23), `${'a'.repeat(23)}é`, '\u{1f600}'.repeat(9), 'long '.repeat(100)),
    fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.constantFrom(null, true, false, -0)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 6 }),
  ),
}))

function updateOf(contents: readonly unknown[]): Uint8Array {
  // Content of any kind: what an entry is does not matter here.
  const entries = contents.map((content, clock) => ({
    clientId: 7,
    clock,
    entry: { id: `e${clock}`, content } as unknown as Entry,
  }))
  return encodeEntries(entries)
}

test('[SY242] an update of our own leaves the same doc as Yjs alone makes of it', () => {
  fc.assert(
    fc.property(fc.array(values, { minLength: 1, maxLength: 5 }), fc.nat(9), (contents, before) => {
      const update = updateOf(contents)
      // As a view into something larger.
      const padded = new Uint8Array(update.length + before + 3).fill(255)
      padded.set(update, before)
      const [ours, theirs] = [new Y.Doc(), new Y.Doc()]
      applyOwnUpdate(ours, padded.subarray(before, before + update.length))
      Y.applyUpdate(theirs, update)
      expect([...readEntries(ours)]).toEqual([...readEntries(theirs)])
      expect(Y.encodeStateAsUpdate(ours)).toEqual(update)
    }),
    { seed: 242, numRuns: 500 },
  )
})

test('[SY242] what the server writes over older facts is taken in as well', () => {
  const [ours, theirs] = [new Y.Doc(), new Y.Doc()]
  for (const [clock, title] of ['one', 'two'].entries()) {
    const update = encodeServerWrites(ours, 9, clock, [{ root: 'meta', key: 'title', value: { title } }])
    applyOwnUpdate(ours, update)
    Y.applyUpdate(theirs, update)
  }
  expect(ours.getMap('meta').toJSON()).toEqual({ title: { title: 'two' } })
  expect(Y.encodeStateAsUpdate(ours)).toEqual(Y.encodeStateAsUpdate(theirs))
})

test('[SY242] so does one with more kinds of objects than are remembered, with tables of many names, and with the same again', () => {
  const table = (names: number, from: number): unknown =>
    Object.fromEntries(Array.from({ length: names }, (_, i) => [`name ${from + i}`, { [`n${from}`]: i, é: [i] }]))
  const contents = [
    ...Array.from({ length: 600 }, (_, i) => table(8, 8 * i)),
    table(64, 0),
    table(65, 0),
    table(300, 7),
  ]
  const update = updateOf([...contents, ...contents, { b: 1, a: 2 }, { a: 3, b: 4 }, { 7: 'x', 1: 'y', z: 'z' }])
  const [ours, theirs] = [new Y.Doc(), new Y.Doc()]
  applyOwnUpdate(ours, update)
  Y.applyUpdate(theirs, update)
  expect([...readEntries(ours)]).toEqual([...readEntries(theirs)])
  expect(Y.encodeStateAsUpdate(ours)).toEqual(Y.encodeStateAsUpdate(theirs))
})

test('[SY242] bytes that are no UTF-8 are refused, in a short text, a long one and a name', () => {
  for (const content of ['mark', 'mark'.repeat(20), { mark: 1 }]) {
    const update = updateOf([content])
    update[Buffer.from(update).indexOf('mark')] = 0xff
    expect(() => applyOwnUpdate(new Y.Doc(), update), JSON.stringify(content)).toThrow(TypeError)
  }
})

test('[SY242] an update that was cut off is never taken for a whole one', () => {
  const update = updateOf([{ text: 'a text of some length, and more of it', list: [1, { deep: 'é' }] }, 'last'])
  for (let length = 0; length < update.length; length++) {
    const doc = new Y.Doc()
    const apply = (): void => applyOwnUpdate(doc, update.slice(0, length))
    expect(apply, `${length} bytes`).toThrow()
  }
})
