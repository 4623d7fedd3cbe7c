import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { participantId } from '../entry/ids.ts'
import { userEntry } from '../tree/sample-entries.ts'
import { encodeEntries } from './encode.ts'
import { AdmissionLedger, entryWireBytes } from './ledger.ts'
import type { AdmittedEntry } from './outcome.ts'
import { Scene, write } from './scene.ts'

function admittedEntry(clientId: number, clock: number, id: string = `${clientId}-${clock}`): AdmittedEntry {
  const entry = userEntry(id, null, clock)
  return { clientId, clock, id: entry.id, type: entry.type, entry, bytes: entryWireBytes(entry) }
}

test('[AD21] the room’s encoding is byte for byte what set() in a doc makes', () => {
  const clients = new Map([7, 3_000_000_000, 12].map((clientId) => [clientId, new Y.Doc()]))
  const whole = new Y.Doc()
  const entries: AdmittedEntry[] = []
  for (const [clientId, doc] of clients) {
    doc.clientID = clientId
    for (let clock = 0; clock < 3; clock++) {
      const admitted = admittedEntry(clientId, clock)
      write(doc, admitted.entry)
      entries.push(admitted)
    }
    Y.applyUpdate(whole, Y.encodeStateAsUpdate(doc))
  }
  const encoded = encodeEntries(entries.toReversed())
  expect(encoded).toEqual(Y.encodeStateAsUpdate(whole))
})

test('[AD21] any cut of several writers’ entries into batches gives the same doc, with nothing pending', () => {
  let mixed = 0
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 30 }),
      fc.array(fc.nat(6)),
      (writers, cuts) => {
        const clocks = new Map<number, number>()
        const entries = writers.map((clientId) => {
          const clock = clocks.get(clientId) ?? 0
          clocks.set(clientId, clock + 1)
          return admittedEntry(clientId, clock)
        })
        if (clocks.size > 1) mixed++
        const doc = new Y.Doc()
        let rest = entries
        for (const cut of [...cuts, entries.length]) {
          Y.applyUpdate(doc, encodeEntries(rest.slice(0, cut)))
          rest = rest.slice(cut)
          expect(doc.store.pendingStructs).toBeNull()
        }
        expect(doc.getMap('entries').toJSON()).toEqual(
          Object.fromEntries(entries.map(({ entry }) => [entry.id, entry])),
        )
        const bytes = AdmissionLedger.fromDoc(doc, []).bytes
        expect(bytes).toBe(entries.reduce((sum, entry) => sum + entry.bytes, 0))
      },
    ),
    { seed: 7, numRuns: 200 },
  )
  expect(mixed).toBeGreaterThan(100)
})

test('[AD21] an entry’s bytes are what it adds to an update', () => {
  const small = encodeEntries([admittedEntry(1, 0)])
  const two = encodeEntries([admittedEntry(1, 0), admittedEntry(1, 1, '☃'.repeat(50))])
  expect(two.length - small.length).toBe(admittedEntry(1, 1, '☃'.repeat(50)).bytes)
})

test('[AD21] nothing is an update as well, a hole in the clocks is a bug', () => {
  expect(encodeEntries([])).toEqual(Uint8Array.from([0, 0]))
  expect(() => encodeEntries([admittedEntry(1, 0), admittedEntry(1, 2)])).toThrow(RangeError)
  expect(() => encodeEntries([admittedEntry(1, 0), admittedEntry(1, 0, 'other')])).toThrow(RangeError)
})

test('[AD21] only the room’s encoding is stored: odd spellings of a number in an update are gone', () => {
  const scene = new Scene()
  const honest = encodeEntries([admittedEntry(5, 0)])
  // The struct count 1, written in two bytes.
  const odd = Uint8Array.from([1, 0x81, 0, ...honest.subarray(2)])
  const fromHonest = scene.expectAdmitted(honest, { as: participantId('alice') })
  expect(encodeEntries(scene.expectAdmitted(odd).entries)).toEqual(encodeEntries(fromHonest.entries))
})
