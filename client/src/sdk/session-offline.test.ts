import { entriesOf, entryId, entryText, participantId, type Entry } from '@coppice/shared'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { sessionsOnDevice } from './offline/seat.ts'
import { comeBack, goAway, onDevice, settle, type DeviceHarness } from './testing/device-harness.ts'
import { SESSION } from './testing/fake-server.ts'
import { createHarness, messageEntry, tick, userPayload, type Harness } from './testing/harness.ts'

let harness: Harness
let alice: DeviceHarness

beforeEach(async () => {
  vi.useFakeTimers()
  harness = createHarness()
  harness.server.write(messageEntry('p', null))
  alice = onDevice(harness, 'alice')
  const first = await alice.load()
  await settle(harness)
  await alice.unload(first)
})

afterEach(() => {
  vi.useRealTimers()
})

const record = (): Entry[] => [...entriesOf(harness.server.doc).values()]
const textsOf = (entries: readonly Entry[]): string[] => entries.map((entry) => entryText(entry)).sort()

describe('without the server', () => {
  test('[SY87] a page that was loaded once opens, with place, people and name, and can be written in', async () => {
    goAway(harness)
    const page = await alice.load()
    await page.whenOpen
    expect(page.tree.get()).toMatchObject({ open: true, synced: false })
    expect(page.leaf.get()).toBe('p')
    expect(page.hello.get()?.participant.name).toBe('alice')
    expect(page.people.get().size).toBe(1)
    expect(page.keeping.get()).toEqual({ kind: 'kept' })
    const entry = page.append(userPayload('offline'))
    expect([page.leaf.get(), page.unsaved.get()]).toEqual([entry.id, 1])
    await alice.unload(page)
  })

  test('[SY87] that there is work which is only here is written down at once, also in the middle of other changes', async () => {
    goAway(harness)
    const page = await alice.load()
    page.moveTo(null)
    page.moveTo(entryId('p'))
    page.append(userPayload('offline'))
    await tick(1)
    const cards = await sessionsOnDevice(alice.device.open(), 'http://coppice.test', participantId('alice'))
    expect(cards).toMatchObject([{ session: SESSION, unsaved: 1 }])
    await alice.unload(page)
  })

  test('[SY87] a session that was never here stays connecting, and refuses writing without a trace', async () => {
    goAway(harness)
    const bob = onDevice(harness, 'bob')
    const page = await bob.load()
    expect(page.tree.get().open).toBe(false)
    expect(() => page.append(userPayload('x'))).toThrow(expect.objectContaining({ code: 'out_of_step' }))
    expect(page.unsaved.get()).toBe(0)
    await bob.unload(page)
  })

  test('[SY87] work of three page loads arrives once and in order, under three clientIDs', async () => {
    goAway(harness)
    const texts: string[] = []
    for (let load = 1; load <= 3; load++) {
      const page = await alice.load()
      expect(page.unsaved.get()).toBe(texts.length)
      for (let i = 1; i <= 3; i++) {
        const text = `load ${load}, prompt ${i}`
        page.append(userPayload(text))
        texts.push(text)
      }
      expect(page.unsavedEntries().map((entry) => entryText(entry))).toEqual(texts)
      await tick(3_600_000)
      await alice.unload(page)
    }
    const page = await alice.load()
    expect(page.unsaved.get()).toBe(9)
    await comeBack(harness)
    expect(page.status.get()).toEqual({ state: 'live' })
    expect(page.unsaved.get()).toBe(0)
    const path = page.tree.get().index.pathTo(page.leaf.get())
    expect(path.map((entry) => entryText(entry))).toEqual(['p', ...texts])
    expect(textsOf(record())).toEqual(['p', ...texts].sort())
    expect(page.generation.get()).toBe(0)
    await alice.unload(page)
  })

  test('[SY87] what was saved is not counted as unsaved by the next page, also without the server', async () => {
    const page = await alice.load()
    await settle(harness)
    page.append(userPayload('saved'))
    await settle(harness)
    expect(page.unsaved.get()).toBe(0)
    await tick(1_000)
    goAway(harness)
    page.append(userPayload('not saved'))
    await tick(1_000)
    await alice.unload(page)
    const next = await alice.load()
    expect(next.unsavedEntries().map((entry) => entryText(entry))).toEqual(['not saved'])
    await alice.unload(next)
  })

  test('[SY89] two tabs see each other’s work at once, and together bring it up once', async () => {
    goAway(harness)
    const [one, two] = [await alice.load(), await alice.load()]
    const first = one.append(userPayload('one'))
    await tick()
    expect(two.tree.get().index.has(first.id)).toBe(true)
    expect(two.unsaved.get()).toBe(1)
    const second = two.append(userPayload('two'), { parentId: first.id })
    await tick()
    expect([one.unsaved.get(), two.unsaved.get()]).toEqual([2, 2])
    await comeBack(harness)
    expect(textsOf(record())).toEqual(['one', 'p', 'two'])
    expect([one.unsaved.get(), two.unsaved.get()]).toEqual([0, 0])
    expect(one.tree.get().index.has(second.id)).toBe(true)
    expect([one.generation.get(), two.generation.get()]).toEqual([0, 0])
    await alice.unload(one)
    await alice.unload(two)
  })
})

describe('coming back', () => {
  test('[SY90] late work stands as a branch, and the session says beside what', async () => {
    const page = await alice.load()
    await settle(harness)
    goAway(harness)
    const mine = page.append(userPayload('late'))
    const below = page.append(userPayload('and more'))
    harness.server.write(messageEntry('theirs', 'p', 'bob', 5))
    await comeBack(harness)
    expect(page.homecoming.get()).toEqual({ sent: 2, branches: [{ entryId: mine.id, beside: ['theirs'] }] })
    expect(page.leaf.get()).toBe(below.id)
    expect(page.tree.get().index.branches(mine.parentId)).toHaveLength(2)
    page.dismissHomecoming()
    expect(page.homecoming.get()).toBeUndefined()
    await alice.unload(page)
  })

  test('[SY90] work of an earlier page is a story too; a moment without connection is none', async () => {
    goAway(harness)
    const before = await alice.load()
    before.append(userPayload('late'))
    await alice.unload(before)
    const page = await alice.load()
    await comeBack(harness)
    expect(page.homecoming.get()).toEqual({ sent: 1, branches: [] })
    page.dismissHomecoming()
    page.append(userPayload('in a blink'))
    harness.server.last.cut()
    await tick(1_000)
    await settle(harness)
    expect(page.unsaved.get()).toBe(0)
    expect(page.homecoming.get()).toBeUndefined()
    await alice.unload(page)
  })

  test('[SY90] a branch is told however short the absence was, also right after the page was loaded', async () => {
    const page = await alice.load()
    await settle(harness)
    harness.server.last.cut()
    const mine = page.append(userPayload('in a blink'))
    harness.server.write(messageEntry('theirs', 'p', 'bob', 5))
    await tick(1_000)
    await settle(harness)
    expect(page.homecoming.get()).toEqual({ sent: 1, branches: [{ entryId: mine.id, beside: ['theirs'] }] })
    await alice.unload(page)

    goAway(harness)
    const before = await alice.load({ leafId: entryId('p') })
    const late = before.append(userPayload('late'), { parentId: entryId('p') })
    await alice.unload(before)
    const next = await alice.load()
    await tick(300)
    harness.server.write(messageEntry('theirs too', 'p', 'bob', 6))
    harness.server.isUp = true
    await tick(300)
    await settle(harness)
    expect(next.homecoming.get()).toMatchObject({ branches: [{ entryId: late.id, beside: ['theirs too'] }] })
    await alice.unload(next)
  })

  test('[SY90] of two tabs both tell what came home, whichever brought it up', async () => {
    const [one, two] = [await alice.load(), await alice.load()]
    await settle(harness)
    goAway(harness)
    one.append(userPayload('by one'))
    await tick(10_000)
    harness.server.isUp = true
    await tick(6_000)
    // The writer's line breaks once more, and the other tab is through before it is back.
    harness.server.connections[0]?.cut()
    harness.server.flush()
    await tick(1)
    harness.server.flush()
    expect([one.status.get().state, one.unsaved.get(), two.unsaved.get()]).toEqual(['offline', 1, 0])
    await tick(6_000)
    await settle(harness)
    expect([one.homecoming.get()?.sent, two.homecoming.get()?.sent]).toEqual([1, 1])
    await alice.unload(one)
    await alice.unload(two)
  })

  test('[SY90] what the server wrote in my name, an import, is no work that came home', async () => {
    const page = await alice.load()
    await settle(harness)
    harness.server.write(
      messageEntry('imported', 'p', 'alice', 1),
      messageEntry('imported too', 'imported', 'alice', 2),
    )
    await settle(harness, 2)
    // The page goes before it has said all it knows.
    page.close()
    const next = await alice.load()
    await comeBack(harness)
    expect([next.unsaved.get(), next.homecoming.get()]).toEqual([0, undefined])
    await alice.unload(next)
  })

  test('[SY98] a server that was set back to an older state gets again what it once had saved', async () => {
    const page = await alice.load()
    await settle(harness)
    page.append(userPayload('before the backup'))
    await settle(harness)
    const backup = Y.encodeStateAsUpdate(harness.server.doc)
    page.append(userPayload('after the backup'))
    await settle(harness)
    expect(page.unsaved.get()).toBe(0)
    harness.server.isUp = false
    harness.server.setBack(backup)
    await comeBack(harness)
    expect(textsOf(record())).toEqual(['after the backup', 'before the backup', 'p'])
    expect([page.unsaved.get(), page.generation.get()]).toEqual([0, 0])
    await alice.unload(page)
  })

  test('[SY98] what others wrote and the server lost is not sent in their name, and mine is written again', async () => {
    const page = await alice.load()
    await settle(harness)
    const backup = Y.encodeStateAsUpdate(harness.server.doc)
    harness.server.write(messageEntry('theirs', 'p', 'bob', 5))
    page.append(userPayload('mine'))
    await settle(harness)
    harness.server.isUp = false
    harness.server.setBack(backup)
    await comeBack(harness)
    await settle(harness)
    expect(textsOf(record())).toEqual(['mine', 'p'])
    expect(page.unsaved.get()).toBe(0)
    await alice.unload(page)
  })

  test('[SY78] long work over several page loads goes up in frames the server takes, parents first', async () => {
    harness.server.limits = { ...harness.server.limits, frameBytes: 64 * 1024 }
    const warm = await alice.load()
    await settle(harness)
    await alice.unload(warm)
    goAway(harness)
    for (let load = 0; load < 4; load++) {
      const page = await alice.load()
      for (let i = 0; i < 12; i++) page.append(userPayload(`${load} ${i} ${'x'.repeat(8_000)}`))
      await alice.unload(page)
    }
    const page = await alice.load()
    await comeBack(harness)
    expect(page.unsaved.get()).toBe(0)
    expect(page.generation.get()).toBe(0)
    expect(record()).toHaveLength(49)
    expect(harness.server.largestFrame).toBeLessThanOrEqual(64 * 1024)
    await alice.unload(page)
  })

  test('[SY91] a clock that is an hour fast and was never corrected costs nothing', async () => {
    goAway(harness)
    const page = await alice.load()
    vi.setSystemTime(Date.now() + 3_600_000)
    harness.server.nowMs = () => Date.now() - 3_600_000
    page.append(userPayload('from the future'))
    page.append(userPayload('below it'))
    await comeBack(harness)
    expect(page.status.get()).toEqual({ state: 'live' })
    expect([page.unsaved.get(), page.quarantine.get()]).toEqual([0, []])
    expect(textsOf(record())).toEqual(['below it', 'from the future', 'p'])
    for (const entry of record()) expect(Date.parse(entry.timestamp)).toBeLessThanOrEqual(harness.server.nowMs())
    expect(page.generation.get()).toBe(1)
    await alice.unload(page)
  })
})

describe('what the device keeps', () => {
  test('[SY92] a device that lets nothing be kept, is full or loses it says so once, and all goes on in memory', async () => {
    for (const trouble of ['refused', 'full', 'lost'] as const) {
      const other = onDevice(harness, `alice-${trouble}`)
      if (trouble === 'refused') other.device.fail(trouble)
      const page = await other.load()
      await settle(harness)
      expect(page.keeping.get().kind).toBe(trouble === 'refused' ? 'memory' : 'kept')
      other.device.fail(trouble)
      const entry = page.append(userPayload(trouble))
      await tick(1_000)
      expect(page.keeping.get()).toMatchObject({ kind: 'memory', trouble })
      await settle(harness)
      expect(page.isUnsaved(entry.id)).toBe(false)
      other.device.fail(undefined)
      await other.unload(page)
    }
  })

  test('[SY93] what is here belongs to a person: another one on this device does not see or send it', async () => {
    goAway(harness)
    const page = await alice.load()
    page.append(userPayload('hers'))
    await alice.unload(page)
    const mallory = onDevice(harness, 'mallory', alice.device)
    const theirs = await mallory.load()
    await comeBack(harness)
    expect(theirs.hello.get()?.participant.name).toBe('mallory')
    expect([theirs.unsaved.get(), theirs.tree.get().index.size]).toEqual([0, 1])
    expect(textsOf(record())).toEqual(['p'])
    await mallory.unload(theirs)
    const back = await alice.load()
    await settle(harness)
    expect(textsOf(record())).toEqual(['hers', 'p'])
    await alice.unload(back)
  })
})
