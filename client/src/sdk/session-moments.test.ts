// What comes in the middle of something else: an end, a second refusal, a device that answers late.
import { entriesOf, entryId, entryText, type Entry } from '@coppice/shared'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import type { DeviceStore } from './offline/device-store.ts'
import { comeBack, goAway, onDevice, settle, type DeviceHarness } from './testing/device-harness.ts'
import { createHarness, messageEntry, tick, userPayload, type Harness } from './testing/harness.ts'

let harness: Harness
let alice: DeviceHarness

beforeEach(() => {
  vi.useFakeTimers()
  harness = createHarness()
  harness.server.write(messageEntry('p', null))
  alice = onDevice(harness, 'alice')
})

afterEach(() => {
  vi.useRealTimers()
})

const record = (): Entry[] => [...entriesOf(harness.server.doc).values()]
const textsOf = (entries: readonly Entry[]): string[] => entries.map((entry) => entryText(entry)).sort()
const refuseBad = (): void => {
  harness.server.refuses = (entry) =>
    entryText(entry).startsWith('bad') ? { code: 'entry_invalid', named: true } : undefined
}

/** A tab whose calls that may take long are seen, by the name of the doc or the key of the facts, before they are made. */
function watched(store: DeviceStore, before: (name: string) => Promise<void> | void): DeviceStore {
  const { facts } = store
  return {
    openDoc: async (name, doc, onTrouble) => {
      await before(name)
      return store.openDoc(name, doc, onTrouble)
    },
    deleteDoc: (name) => store.deleteDoc(name),
    exclusively: (name, task) => store.exclusively(name, task),
    onFacts: (prefix, listener) => store.onFacts(prefix, listener),
    close: () => store.close(),
    facts: {
      get: (key) => facts.get(key),
      set: (key, value) => facts.set(key, value),
      update: (key, change) => facts.update(key, change),
      updateAll: (keys, change) => facts.updateAll(keys, change),
      setAll: async (values) => {
        await before(values[0]?.[0] ?? '')
        return facts.setAll(values)
      },
      list: async (prefix) => {
        await before(prefix)
        return facts.list(prefix)
      },
    },
  }
}

/** A tab that opens the doc of generation 1 only when the gate is open. */
const gated = (store: DeviceStore, gate: Promise<void>): DeviceStore =>
  watched(store, (name) => (name.endsWith('|1') ? gate : undefined))

describe('leaving', () => {
  async function expectNothingLeft(): Promise<void> {
    await settle(harness, 20)
    await tick(60_000)
    expect([harness.timers.size, harness.networkListeners.size, harness.server.connections]).toEqual([0, 0, []])
    for (const name of alice.device.docNames()) expect(await alice.device.open().deleteDoc(name)).toBe(true)
  }

  test('[SY174] at any moment of a first load frees everything', async () => {
    for (let turns = 0; turns < 40; turns++) {
      const session = harness.join('alice', { store: alice.device.open() })
      for (let i = 0; i < turns; i++) {
        if (i === 20) harness.server.flush()
        await Promise.resolve()
      }
      session.close()
      await expectNothingLeft()
    }
  })

  test.each(['rewritten', 'taken by somebody else', 'refused'] as const)(
    '[SY174] at any moment after it was %s frees everything',
    async (what) => {
      for (let turns = 0; turns < 60; turns += 1) {
        let who = 'alice'
        harness.server.refuses = () => undefined
        const session = harness.join('alice', { store: alice.device.open(), getTicket: () => Promise.resolve(who) })
        await settle(harness)
        await tick(1_000)
        if (what === 'refused') {
          refuseBad()
          session.append(userPayload('bad'))
          harness.server.last.deliverToServer()
        } else {
          if (what === 'rewritten') harness.server.rewrite(`after ${turns}`)
          else who = 'mallory'
          harness.server.kill()
          await tick(6_000)
        }
        for (const connection of harness.server.connections) connection.deliverToClient()
        for (let i = 0; i < turns; i++) await Promise.resolve()
        session.close()
        await expectNothingLeft()
      }
    },
  )
})

test('[SY175] what is written right after a recovery is on the device when the session says so', async () => {
  refuseBad()
  const gate = Promise.withResolvers<void>()
  const tab = alice.device.open()
  const page = await alice.load({ store: gated(tab, gate.promise) })
  await settle(harness)
  page.append(userPayload('bad'))
  await settle(harness)
  expect(page.quarantine.get()).toHaveLength(1)
  goAway(harness)
  page.append(userPayload('right after'))
  let isKept = false
  const noteKept = async (): Promise<void> => {
    await page.whenKept()
    isKept = true
  }
  void noteKept()
  await settle(harness)
  expect(isKept).toBe(false)
  gate.resolve()
  await settle(harness)
  expect(isKept).toBe(true)
  alice.device.crash(tab)
  const next = await alice.load()
  await comeBack(harness)
  expect(textsOf(record())).toEqual(['p', 'right after'])
  page.close()
  await alice.unload(next)
})

test('[SY120] what waits to be written again counts as unsaved at every moment a fresh copy is taken into use', async () => {
  harness.server.refuses = (entry) =>
    entryText(entry).startsWith('bad') ? { code: 'entry_invalid', named: false } : undefined
  const page = await alice.load()
  await settle(harness)
  goAway(harness)
  const good = page.append(userPayload('good'))
  page.append(userPayload('bad'))
  const seen: boolean[] = []
  for (const store of [page.generation, page.status, page.tree, page.hello, page.leaf])
    store.subscribe(() => {
      const isOnServer = entriesOf(harness.server.doc).has(good.id)
      if (!isOnServer) seen.push(page.isUnsaved(good.id) && page.unsaved.get() >= 1)
    })
  await comeBack(harness)
  await settle(harness, 40)
  expect(textsOf(record())).toEqual(['good', 'p'])
  expect(seen.length).toBeGreaterThan(5)
  expect(seen.filter((isTrue) => !isTrue)).toEqual([])
  await alice.unload(page)
})

test('[SY57] a server that goes away while a fresh copy joins is said to be away', async () => {
  refuseBad()
  const page = await alice.load()
  await settle(harness)
  page.append(userPayload('bad'))
  harness.server.last.deliverToServer()
  harness.server.last.deliverToClient()
  expect(page.status.get()).toEqual({ state: 'connecting' })
  harness.server.isUp = false
  await tick(6_000)
  expect(page.status.get()).toMatchObject({ state: 'offline' })
  await comeBack(harness)
  await settle(harness)
  expect([page.status.get(), page.generation.get()]).toEqual([{ state: 'live' }, 1])
  await alice.unload(page)
})

test('[SY182] much work that a refusal kept from the server costs no tab more than a handful of reads and writes of the device', async () => {
  refuseBad()
  let calls = 0
  const counted = (): DeviceStore =>
    watched(alice.device.open(), () => {
      calls++
    })
  const [one, two] = [await alice.load({ store: counted() }), await alice.load({ store: counted() })]
  await settle(harness)
  goAway(harness)
  for (let i = 0; i < 500; i++) one.append(userPayload(`good ${i}`), { parentId: entryId('p') })
  one.append(userPayload('bad'))
  await tick()
  await comeBack(harness)
  await settle(harness, 30)
  expect(record()).toHaveLength(501)
  for (const page of [one, two]) {
    expect([page.unsaved.get(), page.quarantine.get().map(({ text }) => text)]).toEqual([0, ['bad']])
    await alice.unload(page)
  }
  expect(calls).toBeLessThan(150)
})

test('[SY176] a copy that is refused before the device has it leaves nothing in the next one', async () => {
  refuseBad()
  const gate = Promise.withResolvers<void>()
  const store = gated(alice.device.open(), gate.promise)
  const page = await alice.load({ store })
  await settle(harness)
  page.append(userPayload('bad one'))
  await settle(harness)
  expect(page.status.get().state).toBe('live')
  page.append(userPayload('bad two'))
  await settle(harness)
  expect(page.status.get().state).toBe('live')
  page.append(userPayload('good'))
  gate.resolve()
  await settle(harness, 20)
  expect(harness.server.refusals.get('alice')).toBe(2)
  expect([page.status.get().state, page.unsaved.get()]).toEqual(['live', 0])
  await alice.unload(page)
  store.close()
  await tick()
  const next = await alice.load()
  await settle(harness, 20)
  expect(harness.server.refusals.get('alice')).toBe(2)
  expect(textsOf(record())).toEqual(['good', 'p'])
  expect(next.quarantine.get().map(({ text }) => text)).toEqual(['bad one', 'bad two'])
  await alice.unload(next)
})

test('[SY177] a device that was full for a moment holds each doc once, and has nothing open after the end', async () => {
  const page = await alice.load()
  await settle(harness)
  alice.device.fail('full')
  page.moveTo(null)
  await tick(1_000)
  expect(page.keeping.get().kind).toBe('memory')
  alice.device.fail(undefined)
  goAway(harness)
  await comeBack(harness)
  expect(page.keeping.get().kind).toBe('kept')
  page.append(userPayload('kept once'))
  await settle(harness)
  page.close()
  await tick()
  const [name = ''] = alice.device.docNames()
  expect(await alice.device.open().deleteDoc(name)).toBe(true)
})

test('[SY178] a server that was set back: what others wrote through the server is not taken for mine', async () => {
  const page = await alice.load()
  await settle(harness)
  const backup = Y.encodeStateAsUpdate(harness.server.doc)
  harness.server.write(messageEntry('imported', 'p', 'alice', 1), messageEntry('theirs', 'p', 'bob', 2))
  await settle(harness)
  harness.server.isUp = false
  harness.server.setBack(backup)
  await comeBack(harness)
  await settle(harness, 30)
  expect(page.quarantine.get()).toEqual([])
  expect(textsOf(record())).toEqual(['imported', 'p'])
  expect(page.unsaved.get()).toBe(0)
  await alice.unload(page)
})

test('[SY179] what a rewritten history left out is not written into it again', async () => {
  const page = await alice.load()
  await settle(harness)
  page.append(userPayload('taken out'))
  await settle(harness)
  await tick(1_000)
  harness.server.rewrite('second')
  harness.server.write(messageEntry('p', null))
  await tick(6_000)
  harness.server.last.deliverToClient()
  // The fresh copy takes a while to join.
  await tick(1_000)
  await settle(harness, 30)
  await tick(1_000)
  await alice.unload(page)
  const next = await alice.load()
  await settle(harness, 30)
  expect(textsOf(record())).toEqual(['p'])
  expect([next.unsaved.get(), next.quarantine.get()]).toEqual([0, []])
  await alice.unload(next)
})

describe('where I stand', () => {
  test('[SY189] a page that went before the session was there opens with nothing, and finds its place as a new one', async () => {
    const before = await alice.load()
    harness.server.last.deliverToClient(1)
    await tick(1_000)
    await alice.unload(before)
    goAway(harness)
    const page = await alice.load()
    expect(page.tree.get().open).toBe(false)
    expect(() => page.append(userPayload('x'))).toThrow(expect.objectContaining({ code: 'out_of_step' }))
    await comeBack(harness)
    expect(page.leaf.get()).toBe('p')
    await alice.unload(page)
  })

  test('[SY189] a place that this device does not have yet is found when the server brings it, unless I moved', async () => {
    const before = await alice.load()
    await settle(harness)
    await alice.unload(before)
    harness.server.write(messageEntry('q', 'p', 'bob', 1), messageEntry('r', 'p', 'bob', 2))
    for (const hasMoved of [false, true]) {
      goAway(harness)
      const page = await alice.load({ leafId: entryId('q') })
      expect(page.leaf.get()).toBe(hasMoved ? 'q' : 'p')
      if (hasMoved) page.moveTo(entryId('p'))
      await comeBack(harness)
      expect(page.leaf.get()).toBe(hasMoved ? 'p' : 'q')
      harness.server.write(messageEntry(`later ${hasMoved}`, 'r', 'bob', 3))
      goAway(harness)
      await comeBack(harness)
      expect(page.leaf.get()).toBe(hasMoved ? 'p' : 'q')
      await alice.unload(page)
    }
  })

  test('[SY189] who was put on the newest tip at the first sync stays there', async () => {
    const page = await alice.load()
    await settle(harness)
    expect(page.leaf.get()).toBe('p')
    goAway(harness)
    harness.server.write(messageEntry('q', 'p', 'bob', 1))
    await comeBack(harness)
    expect(page.leaf.get()).toBe('p')
    await alice.unload(page)
  })

  test('[SY180] before the first entry I still stand there after a refusal', async () => {
    refuseBad()
    const page = await alice.load()
    await settle(harness)
    page.append(userPayload('bad'))
    page.moveTo(null)
    await settle(harness, 20)
    expect([page.quarantine.get().length, page.leaf.get()]).toEqual([1, null])
    await alice.unload(page)
  })
})

describe('typing in a shared prompt', () => {
  async function typing() {
    const page = await alice.load()
    await settle(harness)
    const opening = page.openPrompt(entryId('p'))
    await settle(harness)
    const { id } = await opening
    page.promptText(id)?.insert(0, 'not there yet')
    await tick()
    return { page, id }
  }

  test('[SY181] that the server has is not given back', async () => {
    const { page } = await typing()
    await settle(harness)
    await alice.unload(page)
    const next = await alice.load()
    await settle(harness)
    expect([next.lateTexts.get(), next.prompts.get().map(({ text }) => text)]).toEqual([[], ['not there yet']])
    await alice.unload(next)
  })

  test('[SY181] that the server was not seen to have is there after leaving', async () => {
    const { page, id } = await typing()
    goAway(harness)
    await alice.unload(page)
    const next = await alice.load()
    expect(next.lateTexts.get()).toMatchObject([{ promptId: id, text: 'not there yet' }])
    await alice.unload(next)
  })

  test('[SY181] comes back once when I may not be here any more', async () => {
    const { page, id } = await typing()
    harness.server.last.toServer.length = 0
    harness.server.last.closeWith(4403, 'no')
    await settle(harness)
    expect(page.status.get().state).toBe('refused')
    expect(page.lateTexts.get()).toMatchObject([{ promptId: id, text: 'not there yet' }])
    await alice.unload(page)
    const next = await alice.load()
    expect(next.lateTexts.get()).toMatchObject([{ promptId: id, text: 'not there yet' }])
    await alice.unload(next)
  })
})

test('[SY186] a prompt that another tab of mine wrote, and has not brought up, keeps its wish for an answer', async () => {
  const asked: string[] = []
  harness = createHarness({
    fetch: (_input, init) => {
      asked.push(typeof init?.body === 'string' ? init.body : '')
      return Promise.resolve(new Response(JSON.stringify({ runId: 'run', entryId: 'reply' }), { status: 202 }))
    },
  })
  harness.server.write(messageEntry('p', null))
  refuseBad()
  alice = onDevice(harness, 'alice')
  const [one, two] = [await alice.load(), await alice.load()]
  await settle(harness)
  // The first tab is without a connection, in the copy that the second one gives up.
  harness.server.connections[0]?.cut()
  two.append(userPayload('bad'))
  await settle(harness, 30)
  expect([one.status.get().state, two.generation.get()]).toEqual(['offline', 1])
  const { promptId } = await one.prompt('answer me')
  await tick()
  two.append(userPayload('good'))
  await settle(harness, 5)
  expect(two.tree.get().index.has(promptId)).toBe(false)
  await comeBack(harness)
  await settle(harness, 60)
  expect(textsOf(record())).toEqual(['answer me', 'good', 'p'])
  expect(asked).toEqual([JSON.stringify({ leafId: promptId })])
  await alice.unload(one)
  await alice.unload(two)
})
