import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { entryId, SERVER_PARTICIPANT } from '../entry/ids.ts'
import { putPerson } from '../tree/record.ts'
import { encodeEntries } from './encode.ts'
import { AdmissionLedger } from './ledger.ts'
import { ALICE, BOB, prompt, Scene, SERVER_CLIENT, updateOf, write } from './scene.ts'

test('[AD23] a ledger made from the doc knows what the one that staged it all knows', () => {
  const scene = new Scene()
  const client = scene.client(7)
  for (let i = 0; i < 20; i++)
    write(client, prompt(`e${i}`, i === 0 ? 'second' : `e${i - 1}`, { text: 'é☃'.repeat(i) }))
  scene.commit(scene.expectAdmitted(scene.missing(client)))
  const bindings = [1, 7, SERVER_CLIENT].flatMap((clientId) => {
    const participant = scene.ledger.ownerOf(clientId)
    return participant === undefined ? [] : [{ clientId, participant }]
  })
  const reloaded = new Y.Doc()
  Y.applyUpdate(reloaded, Y.encodeStateAsUpdate(scene.doc))
  const ledger = AdmissionLedger.fromDoc(reloaded, bindings)
  expect(bindings).toHaveLength(3)
  expect(ledger.bytes).toBe(scene.ledger.bytes)
  for (const clientId of [1, 7, SERVER_CLIENT, 99]) {
    expect(ledger.nextClock(clientId)).toBe(scene.ledger.nextClock(clientId))
    expect(ledger.ownerOf(clientId)).toBe(scene.ledger.ownerOf(clientId))
  }
  expect(ledger.getEntry(entryId('e7'))).toEqual(scene.entry('e7'))
})

test('[AD23] what waits is known until it is settled or forgotten, and afterwards exactly what the doc has', () => {
  const scene = new Scene()
  const { ledger } = scene
  const empty = ledger.bytes
  const client = scene.client(7)
  const first = scene.expectAdmitted(updateOf(client, () => write(client, prompt('first', 'second'))))
  ledger.stage(first)
  const next = scene.expectAdmitted(updateOf(client, () => write(client, prompt('next', 'first'))))
  ledger.stage(next)
  expect([ledger.hasEntry(entryId('first')), ledger.hasEntry(entryId('next'))]).toEqual([true, true])
  expect(ledger.bytes).toBe(empty + [...first.entries, ...next.entries].reduce((sum, { bytes }) => sum + bytes, 0))
  scene.apply(first.entries)
  expect(ledger.nextClock(7)).toBe(2)
  ledger.restart([{ clientId: 1, participant: ALICE }])
  expect(ledger.nextClock(7)).toBe(1)
  expect([ledger.hasEntry(entryId('first')), ledger.hasEntry(entryId('next'))]).toEqual([true, false])
  expect(ledger.bytes).toBe(AdmissionLedger.fromDoc(scene.doc, []).bytes)
})

test('[AD7] a claim is for ever, a restart keeps the stored ones and forgets the others', () => {
  const { ledger } = new Scene()
  expect(ledger.claim(70, ALICE)).toBe(true)
  expect(ledger.claim(70, ALICE)).toBe(true)
  expect(ledger.claim(70, BOB)).toBe(false)
  expect(ledger.ownerOf(70)).toBe(ALICE)
  ledger.restart([{ clientId: 1, participant: BOB }])
  expect(ledger.ownerOf(70)).toBeUndefined()
  expect(ledger.ownerOf(1)).toBe(BOB)
})

test('[AD23] when another server was first, what waited is admitted again on top of that, or refused', () => {
  const mine = new Scene()
  const theirs = new Scene()
  const update = (scene: Scene, clientId: number, id: string): Uint8Array => {
    const client = scene.client(clientId)
    return updateOf(client, () => write(client, prompt(id, 'second')))
  }
  const waiting = [update(mine, 30, 'mine'), update(mine, 31, 'contested')]
  for (const part of waiting) mine.ledger.stage(mine.expectAdmitted(part))
  const committed = [...theirs.expectAdmitted(update(theirs, 32, 'contested')).entries]
  Y.applyUpdate(mine.doc, encodeEntries(committed))
  mine.ledger.restart([1, 32].map((clientId) => ({ clientId, participant: ALICE })))
  mine.ledger.learn(committed.map(({ entry }) => entry))
  const outcomes = waiting.map((part) => mine.admit(part).outcome)
  expect(outcomes).toEqual(['admitted', 'refused'])
  expect(mine.ledger.bytes).toBe(AdmissionLedger.fromDoc(mine.doc, []).bytes)
})

test('[AD5] the ledger tells entries, the server’s values and deleted ones apart, at each clock', () => {
  const { ledger, doc } = new Scene()
  expect(ledger.at(1, 0)).toMatchObject({ kind: 'entry', value: { id: 'root' }, end: 1 })
  expect(ledger.at(1, 1)).toMatchObject({ kind: 'entry', value: { id: 'second' }, end: 2 })
  expect(ledger.at(SERVER_CLIENT, 0)).toEqual({ kind: 'deleted', place: { root: 'people', key: 'alice' }, end: 1 })
  expect(ledger.at(SERVER_CLIENT, 2)).toMatchObject({ kind: 'own', value: { name: 'Bob' } })
  expect(() => ledger.at(1, 2)).toThrow()
  expect(() => ledger.at(12345, 0)).toThrow()
  for (const name of ['B', 'Bo']) putPerson(doc, BOB, { name, color: 1, kind: 'human' })
  expect(ledger.isDeleted(doc.clientID, 0, 1)).toBe(true)
  expect(ledger.ownerOf(SERVER_CLIENT)).toBe(SERVER_PARTICIPANT)
})
