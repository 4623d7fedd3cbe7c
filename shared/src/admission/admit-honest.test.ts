// What honest clients send and must get in.
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { entryId } from '../entry/ids.ts'
import { putPerson } from '../tree/record.ts'
import { craftUpdate, entryStruct } from './craft.ts'
import { ALICE, BOB, NOW, prompt, Scene, updateOf, write } from './scene.ts'

const iso = (ms: number): string => new Date(ms).toISOString()

test('[AD1] what a stock client writes is admitted with its place, size and claim, and comes out as it was written', () => {
  const scene = new Scene()
  const client = scene.client(7)
  const entry = prompt('new', 'second', { extra: { kept: [1, 2.5, null, '☃'] } })
  const update = updateOf(client, () => write(client, entry))
  const admitted = scene.expectAdmitted(update)
  expect(admitted.claims).toEqual([7])
  expect(admitted.entries).toEqual([
    { clientId: 7, clock: 0, id: 'new', type: 'message', entry, bytes: expect.any(Number) },
  ])
  scene.commit(admitted)
  expect(scene.entry('new')).toEqual(entry)
  expect(scene.ledger.ownerOf(7)).toBe(ALICE)
  expect(Y.encodeStateVector(scene.doc)).toEqual(Y.encodeStateVector(client))
})

test('[AD1] an update that says nothing is admitted with nothing, whatever the role', () => {
  const scene = new Scene()
  expect(scene.admit(Uint8Array.from([0, 0]), { role: 'view' })).toEqual({
    outcome: 'admitted',
    entries: [],
    claims: [],
  })
})

test('[AD1] a decision changes nothing: the same update is admitted again in the same way', () => {
  const scene = new Scene()
  const client = scene.client(7)
  write(client, prompt('new', 'second'))
  const before = Y.encodeStateAsUpdate(scene.doc)
  const first = scene.admit(scene.missing(client))
  expect(scene.admit(scene.missing(client))).toEqual(first)
  expect(scene.ledger.nextClock(7)).toBe(0)
  expect(scene.ledger.ownerOf(7)).toBeUndefined()
  expect(scene.ledger.hasEntry(entryId('new'))).toBe(false)
  expect(Y.encodeStateAsUpdate(scene.doc)).toEqual(before)
})

test('[AD3] an edit before the first sync is admitted, the known part of a full step 2 beside it is dropped', () => {
  const scene = new Scene()
  const early = new Y.Doc()
  early.clientID = 7
  const edit = updateOf(early, () => write(early, prompt('early', null)))
  const admitted = scene.expectAdmitted(edit)
  scene.commit(admitted)
  Y.applyUpdate(early, Y.encodeStateAsUpdate(scene.doc))
  write(early, prompt('later', 'second'))
  expect(scene.expectAdmitted(Y.encodeStateAsUpdate(early)).entries.map(({ entry }) => entry.id)).toEqual(['later'])
})

test('[AD3] what builds on clocks the server does not have is incomplete and decides nothing else', () => {
  const scene = new Scene()
  const client = scene.client(7)
  const first = updateOf(client, () => write(client, prompt('first', 'second')))
  const next = updateOf(client, () => write(client, prompt('next', 'first', { author: 'mallory' })))
  expect(scene.admit(next)).toEqual({ outcome: 'incomplete', clientId: 7, have: 0, starts: 1 })
  scene.commit(scene.expectAdmitted(first))
  expect(scene.admit(next)).toMatchObject({ outcome: 'refused', code: 'author_forged' })
})

test('[AD3] a server behind the log answers incomplete, and admits when it has caught up', () => {
  const ahead = new Scene()
  const behind = new Scene()
  const client = ahead.client(1)
  const seenAhead = updateOf(client, () => write(client, prompt('on the other server', 'second')))
  ahead.commit(ahead.expectAdmitted(seenAhead))
  const next = updateOf(client, () => write(client, prompt('next', 'on the other server')))
  expect(behind.admit(next)).toMatchObject({ outcome: 'incomplete', clientId: 1, have: 2, starts: 3 })
  Y.applyUpdate(behind.doc, Y.encodeStateAsUpdate(ahead.doc))
  expect(behind.expectAdmitted(next).entries).toHaveLength(1)
})

test('[AD3] a skip over known clocks is nothing, one before new clocks is a gap, one at the end is not sent', () => {
  const scene = new Scene()
  const client = scene.client(1)
  const parts = ['a', 'b', 'c'].map((id) => updateOf(client, () => write(client, prompt(id, 'second'))))
  const [a, b, c] = parts
  if (a === undefined || b === undefined || c === undefined) throw new Error('three parts')
  const withHole = Y.mergeUpdates([a, c])
  expect(Y.decodeUpdate(withHole).structs.some((struct) => struct instanceof Y.Skip)).toBe(true)
  expect(scene.admit(withHole)).toEqual({ outcome: 'incomplete', clientId: 1, have: 2, starts: 4 })
  scene.commit(scene.expectAdmitted(Y.mergeUpdates([a, b])))
  expect(scene.expectAdmitted(withHole).entries.map(({ entry }) => entry.id)).toEqual(['c'])
  scene.commit(scene.expectAdmitted(c))
  expect(scene.expectAdmitted(withHole).entries).toEqual([])
  const atEnd = craftUpdate([
    { clientId: 1, clock: 4, structs: [entryStruct(prompt('c', 'second')), { kind: 'skip', length: 9 }] },
  ])
  expect(scene.expectAdmitted(atEnd).entries).toEqual([])
  expect(scene.ledger.nextClock(1)).toBe(5)
})

test('[AD5] delivered twice, an update is known: nothing is written, committed or still waiting', () => {
  const scene = new Scene()
  const client = scene.client(7)
  const update = updateOf(client, () => write(client, prompt('new', 'second')))
  const admitted = scene.expectAdmitted(update)
  scene.ledger.stage(admitted)
  expect(scene.expectAdmitted(update)).toEqual({ outcome: 'admitted', entries: [], claims: [] })
  scene.apply(admitted.entries)
  expect(scene.expectAdmitted(update)).toEqual({ outcome: 'admitted', entries: [], claims: [] })
  expect(scene.expectAdmitted(Y.encodeStateAsUpdate(client)).entries).toEqual([])
})

test('[AD5] what the server wrote is known, also in the copy of a client that missed or garbage-collected a change', () => {
  const scene = new Scene()
  const clients = ['Bobby', 'Robert', 'Rob', 'Bob'].map((name, i) => {
    const client = scene.client(70 + i)
    putPerson(scene.doc, BOB, { name, color: 1, kind: 'human' })
    return client
  })
  for (const client of [...clients, scene.client(80)]) {
    const id = `by ${client.clientID}`
    write(client, prompt(id, 'second'))
    expect(scene.expectAdmitted(Y.encodeStateAsUpdate(client)).entries.map(({ entry }) => entry.id)).toEqual([id])
  }
})

test.each([[[11, 12, 13]], [[13, 12, 11]], [[12, 13, 11]]])(
  '[AD7] offline edits of three page loads are admitted together in causal order (clientIDs %j)',
  (clientIds) => {
    const scene = new Scene()
    let stored = Y.encodeStateAsUpdate(scene.doc)
    let parent = 'second'
    const written: string[] = []
    for (const clientId of clientIds) {
      const page = new Y.Doc()
      page.clientID = clientId
      Y.applyUpdate(page, stored)
      for (const part of ['a', 'b']) {
        write(page, prompt(`${clientId}${part}`, parent))
        parent = `${clientId}${part}`
        written.push(parent)
      }
      stored = Y.encodeStateAsUpdate(page)
    }
    const admitted = scene.expectAdmitted(stored)
    expect(admitted.entries.map(({ entry }) => entry.id)).toEqual(written)
    expect(admitted.claims.toSorted((a, b) => a - b)).toEqual([11, 12, 13])
    scene.commit(admitted)
    expect(scene.doc.store.pendingStructs).toBeNull()
    expect(new Scene().admit(stored, { as: BOB })).toMatchObject({ outcome: 'refused', code: 'author_forged' })
  },
)

test('[AD7] two tabs of one person write under two clientIDs, side by side', () => {
  const scene = new Scene()
  for (const clientId of [21, 22]) {
    const tab = scene.client(clientId)
    scene.commit(scene.expectAdmitted(updateOf(tab, () => write(tab, prompt(`from ${clientId}`, 'second')))))
  }
  expect(scene.ids()).toEqual(['from 21', 'from 22', 'root', 'second'])
})

test('[AD13] a client that was cut off in the middle of an upload sends the rest, or all of it, again', () => {
  const scene = new Scene()
  const client = scene.client(7)
  const parts = Array.from({ length: 10 }, (_, i) =>
    updateOf(client, () => write(client, prompt(`p${i}`, i === 0 ? 'second' : `p${i - 1}`))),
  )
  for (const part of parts.slice(0, 4)) scene.commit(scene.expectAdmitted(part))
  expect(scene.expectAdmitted(scene.missing(client)).entries).toHaveLength(6)
  const all = scene.expectAdmitted(Y.mergeUpdates(parts))
  expect(all.entries.map(({ entry }) => entry.id)).toEqual(['p4', 'p5', 'p6', 'p7', 'p8', 'p9'])
  expect(all.claims).toEqual([])
})

test('[AD23] an update may build on what is admitted but not committed yet', () => {
  const scene = new Scene()
  const client = scene.client(7)
  const a = scene.expectAdmitted(updateOf(client, () => write(client, prompt('a', 'second'))))
  scene.ledger.stage(a)
  const b = scene.expectAdmitted(updateOf(client, () => write(client, prompt('b', 'a'))))
  scene.ledger.stage(b)
  expect(scene.ledger.nextClock(7)).toBe(2)
  scene.apply([...a.entries, ...b.entries])
  expect(scene.doc.store.pendingStructs).toBeNull()
  expect(scene.ids()).toEqual(['a', 'b', 'root', 'second'])
})

test('[AD15] with a clock an hour slow one writes on, dated by the parent', () => {
  const scene = new Scene()
  const client = scene.client(7)
  write(client, prompt('a new root', null, { timestamp: iso(NOW - 3_600_000) }))
  write(client, prompt('below', 'second', { timestamp: scene.entry('second')?.timestamp }))
  expect(scene.expectAdmitted(scene.missing(client)).entries).toHaveLength(2)
})

test('[AD15] below an imported entry dated 2030, or with no date at all, one writes on', () => {
  const scene = new Scene()
  const future = Date.parse('2030-01-01T00:00:00.000Z')
  scene.import([
    prompt('of 2030', null, { timestamp: iso(future), source: { format: 'pi', line: 1 } }),
    prompt('undated', null, { timestamp: 'long ago', source: { format: 'pi', line: 2 } }),
    prompt('of a far year', null, { timestamp: '+123456-01-01T00:00:00.000Z', source: { format: 'pi', line: 3 } }),
  ])
  const client = scene.client(7)
  write(client, prompt('same time', 'of 2030', { timestamp: iso(future) }))
  write(client, prompt('a moment later', 'same time', { timestamp: iso(future + 1) }))
  write(client, prompt('below undated', 'undated'))
  write(client, prompt('far', 'of a far year', { timestamp: '+123456-01-01T00:00:00.000Z' }))
  expect(scene.expectAdmitted(scene.missing(client)).entries).toHaveLength(4)
})

test('[AD15] a label or a name that is dated in the future is replaced 1 ms after it, several times in one update', () => {
  const scene = new Scene()
  const future = Date.parse('2030-01-01T00:00:00.000Z')
  const label = (id: string, ms: number) => ({
    ...prompt(id, 'second'),
    timestamp: iso(ms),
    type: 'label',
    targetId: 'root',
  })
  const name = (id: string, ms: number) => ({
    ...prompt(id, 'second'),
    timestamp: iso(ms),
    type: 'session_info',
    name: id,
  })
  const source = { format: 'pi', line: 1 }
  scene.import([
    { ...label('l0', future), source },
    { ...name('n0', future), source },
  ])
  for (const [first, second] of [
    [70, 71],
    [71, 70],
  ] as const) {
    const [older, newer] = [scene.client(first), scene.client(second)]
    write(older, label('l1', future + 1))
    write(older, name('n1', future + 1))
    write(newer, label('l2', future + 2))
    write(newer, name('n2', future + 2))
    const both = Y.mergeUpdates([scene.missing(newer), scene.missing(older)])
    expect(scene.expectAdmitted(both).entries).toHaveLength(4)
    expect(scene.admit(scene.missing(newer))).toMatchObject({ outcome: 'refused', code: 'time_out_of_bounds' })
  }
})
