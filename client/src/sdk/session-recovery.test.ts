import { entriesOf, entryId, entryText, putEntry, type Entry } from '@coppice/shared'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as Y from 'yjs'
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
const isBad = (entry: Entry): boolean => entryText(entry).startsWith('bad')

describe('after a refusal', () => {
  test.each([true, false])(
    '[SY94] what may be written arrives, the entry to blame is listed, whether or not the server names it (%s)',
    async (named) => {
      harness.server.refuses = (entry) => (isBad(entry) ? { code: 'entry_invalid', named } : undefined)
      const page = await alice.load()
      await settle(harness)
      goAway(harness)
      const good = page.append(userPayload('good'))
      const bad = page.append(userPayload('bad'), { parentId: good.parentId })
      const below = page.append(userPayload('below it'))
      const after = page.append(userPayload('after'), { parentId: good.id })
      expect(page.unsaved.get()).toBe(4)
      await comeBack(harness)
      await settle(harness, 40)
      expect(page.status.get()).toEqual({ state: 'live' })
      expect(textsOf(record())).toEqual(['after', 'good', 'p'])
      expect(page.unsaved.get()).toBe(0)
      expect(page.quarantine.get()).toMatchObject([
        { id: bad.id, text: 'bad', state: 'refused', code: 'entry_invalid', entry: bad },
        { id: below.id, text: 'below it', state: 'refused', code: 'parent_missing' },
      ])
      expect(page.generation.get()).toBeGreaterThan(0)
      expect(page.leaf.get()).toBe(after.id)
      expect(page.append(userPayload('and on')).parentId).toBe(after.id)
      await alice.unload(page)
    },
  )

  test('[SY265] of much work one entry that nobody names is found in a few goes', async () => {
    harness.server.refuses = (entry) => (isBad(entry) ? { code: 'entry_invalid', named: false } : undefined)
    const page = await alice.load()
    await settle(harness)
    goAway(harness)
    const bad = 250
    for (let i = 0; i < 400; i++) page.append(userPayload(i === bad ? 'bad' : `good ${i}`), { parentId: null })
    await comeBack(harness)
    let goes = 0
    while (page.unsaved.get() > 0 && goes < 50) {
      goes++
      await settle(harness, 1)
    }
    expect(page.quarantine.get()).toMatchObject([{ text: 'bad', state: 'refused' }])
    expect([record().length, page.status.get(), page.generation.get()]).toEqual([400, { state: 'live' }, 3])
    await alice.unload(page)
  })

  test('[SY94] what was refused survives reloads until it is discarded', async () => {
    harness.server.refuses = (entry) => (isBad(entry) ? { code: 'entry_invalid', named: true } : undefined)
    const page = await alice.load()
    await settle(harness)
    const bad = page.append(userPayload('bad'))
    await settle(harness)
    await alice.unload(page)
    const next = await alice.load()
    await settle(harness)
    expect(next.quarantine.get()).toMatchObject([{ id: bad.id, state: 'refused', text: 'bad' }])
    expect([next.unsaved.get(), next.status.get().state]).toEqual([0, 'live'])
    await next.discardQuarantined(bad.id)
    await alice.unload(next)
    const last = await alice.load()
    expect(last.quarantine.get()).toEqual([])
    await alice.unload(last)
  })

  test('[SY94] a page that dies at any moment of the recovery loses nothing', async () => {
    for (let rounds = 0; rounds < 14; rounds++) {
      const name = `alice-${rounds}`
      const here = onDevice(harness, name)
      harness.server.refuses = (entry) => (isBad(entry) ? { code: 'entry_invalid', named: false } : undefined)
      const page = await here.load()
      await settle(harness)
      goAway(harness)
      page.append(userPayload(`good ${name}`))
      page.append(userPayload(`bad ${name}`), { parentId: null })
      harness.server.isUp = true
      await tick(6_000)
      for (let i = 0; i < rounds; i++) {
        if (i % 2 === 0) harness.server.flush()
        else await tick(1)
      }
      await here.unload(page)
      const next = await here.load()
      await comeBack(harness)
      await settle(harness, 40)
      expect(textsOf(record())).toContain(`good ${name}`)
      expect(next.quarantine.get().map(({ text }) => text)).toEqual([`bad ${name}`])
      expect([rounds, next.unsaved.get()]).toEqual([rounds, 0])
      await here.unload(next)
    }
    expect(new Set(textsOf(record())).size).toBe(record().length)
  })

  test('[SY95] an acknowledgement that was lost before the refusal makes nothing double', async () => {
    const page = await alice.load()
    await settle(harness)
    const saved = page.append(userPayload('saved, and nobody said so'))
    harness.server.last.deliverToServer()
    harness.server.commit()
    harness.server.last.toClient.length = 0
    harness.server.refuses = (entry) => (isBad(entry) ? { code: 'entry_invalid', named: true } : undefined)
    page.append(userPayload('bad'))
    await settle(harness)
    expect(page.unsaved.get()).toBe(0)
    expect(textsOf(record())).toEqual(['p', 'saved, and nobody said so'])
    expect(page.quarantine.get().map(({ text }) => text)).toEqual(['bad'])
    expect(page.tree.get().index.has(saved.id)).toBe(true)
    await alice.unload(page)
  })

  test('[SY95] two tabs recover from one refusal together', async () => {
    harness.server.refuses = (entry) => (isBad(entry) ? { code: 'entry_invalid', named: false } : undefined)
    const [one, two] = [await alice.load(), await alice.load()]
    await settle(harness)
    goAway(harness)
    one.append(userPayload('good one'))
    two.append(userPayload('good two'))
    one.append(userPayload('bad'))
    await tick()
    await comeBack(harness)
    await settle(harness, 60)
    expect(textsOf(record())).toEqual(['good one', 'good two', 'p'])
    for (const page of [one, two]) {
      expect(page.status.get()).toEqual({ state: 'live' })
      expect(page.unsaved.get()).toBe(0)
      expect(page.quarantine.get().map(({ text, state }) => [text, state])).toEqual([['bad', 'refused']])
    }
    await alice.unload(one)
    await alice.unload(two)
    const names = alice.device.docNames()
    const last = await alice.load()
    await settle(harness)
    expect(names.length).toBeLessThanOrEqual(2)
    expect(last.tree.get().index.size).toBe(3)
    await alice.unload(last)
  })

  test('[SY95] an entry that one tab brought up with a corrected time is not refused to the other', async () => {
    const [one, two] = [await alice.load(), await alice.load()]
    await settle(harness)
    goAway(harness)
    vi.setSystemTime(Date.now() + 3_600_000)
    const ahead = one.append(userPayload('an hour ahead'))
    await tick()
    harness.server.nowMs = () => Date.now() - 3_600_000
    // The first tab is through with all of it before the second one comes back.
    harness.server.isUp = true
    await tick(6_000)
    const late = harness.server.connections.pop()
    await settle(harness, 30)
    expect(textsOf(record())).toEqual(['an hour ahead', 'p'])
    if (late !== undefined) harness.server.connections.push(late)
    await settle(harness, 60)
    for (const page of [one, two]) {
      expect([page.status.get().state, page.unsaved.get(), page.quarantine.get()]).toEqual(['live', 0, []])
      expect(Date.parse(page.tree.get().index.get(ahead.id)?.timestamp ?? '')).toBeLessThan(Date.parse(ahead.timestamp))
    }
    await alice.unload(one)
    await alice.unload(two)
  })

  test('[SY94] something else under an id of mine: mine is listed, not lost and not taken for saved', async () => {
    const page = await alice.load()
    await settle(harness)
    goAway(harness)
    const mine = page.append(userPayload('mine'))
    harness.server.write({ ...messageEntry(mine.id, 'p', 'bob'), timestamp: mine.timestamp })
    await comeBack(harness)
    await settle(harness, 30)
    expect(page.quarantine.get()).toMatchObject([{ id: mine.id, text: 'mine', state: 'refused', code: 'id_used' }])
    expect([page.status.get().state, page.unsaved.get()]).toEqual(['live', 0])
    await alice.unload(page)
  })

  test('[SY94] a role that may not write any more: what was written is listed with the reason', async () => {
    const page = await alice.load()
    await settle(harness)
    goAway(harness)
    page.append(userPayload('too late'))
    harness.server.role = 'view'
    await comeBack(harness)
    await settle(harness)
    expect(page.status.get()).toEqual({ state: 'live' })
    expect(page.quarantine.get()).toMatchObject([{ text: 'too late', code: 'forbidden', state: 'refused' }])
    await alice.unload(page)
  })

  test('[SY94] content that cannot be in a record at all is left behind with the copy', async () => {
    const page = await alice.load()
    await settle(harness)
    goAway(harness)
    const good = page.append(userPayload('good'))
    // Another program on this device writes in somebody else's name.
    const rogue = new Y.Doc()
    await alice.device.open().openDoc(alice.device.docNames()[0] ?? '', rogue, () => undefined)
    putEntry(rogue, { ...messageEntry('forged', 'p', 'bob'), timestamp: good.timestamp })
    await tick()
    expect(page.tree.get().index.has(entryId('forged'))).toBe(true)
    await comeBack(harness)
    await settle(harness)
    expect(textsOf(record())).toEqual(['good', 'p'])
    expect(page.status.get()).toEqual({ state: 'live' })
    await alice.unload(page)
  })

  test('[SY60] a session that is refused again and again gives up, and keeps what was written', async () => {
    harness.server.refuses = () => ({ code: 'malformed', named: false })
    const page = await alice.load()
    await settle(harness)
    let written = 0
    for (let i = 0; i < 12 && page.status.get().state !== 'refused'; i++) {
      if (page.status.get().state === 'live') page.append(userPayload(`try ${++written}`))
      await settle(harness, 4)
    }
    expect(page.status.get()).toMatchObject({ state: 'refused', code: 'malformed' })
    const kept = page.unsaved.get() + page.quarantine.get().filter(({ state }) => state === 'refused').length
    expect([kept, written > 1]).toEqual([written, true])
    expect(() => page.append(userPayload('x'))).toThrow()
    await alice.unload(page)
  })
})
