// Several people on one browser: a page goes on as somebody else when the server says so.
import { entryId, entryText, participantId } from '@coppice/shared'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { comeBack, goAway, onDevice, settle, type DeviceHarness } from './testing/device-harness.ts'
import { createHarness, messageEntry, tick, userPayload, type Harness } from './testing/harness.ts'
import type { JoinOptions } from './types.ts'

let harness: Harness
let page: DeviceHarness
let who: string

beforeEach(() => {
  vi.useFakeTimers()
  harness = createHarness()
  harness.server.write(messageEntry('p', null), messageEntry('q', 'p', 'bob', 1), messageEntry('r', 'p', 'bob', 2))
  who = 'alice'
  page = onDevice(harness, 'nobody')
})

afterEach(() => {
  vi.useRealTimers()
})

const load = (options: Partial<JoinOptions> = {}) =>
  page.load({ getTicket: () => Promise.resolve(who), participant: participantId(who), ...options })

async function signInAs(name: string): Promise<void> {
  who = name
  goAway(harness)
  await comeBack(harness)
  await settle(harness)
}

test('[SY170] who waits for what the person before wrote is not told that it is saved', async () => {
  const session = await load()
  await settle(harness)
  goAway(harness)
  session.append(userPayload('hers'))
  const waiting = expect(session.whenSaved()).rejects.toMatchObject({ code: 'client_taken' })
  await signInAs('mallory')
  expect(session.hello.get()?.participant.name).toBe('mallory')
  await waiting
  await session.whenSaved()
  await page.unload(session)
})

test('[SY171] each person comes back to a place of their own', async () => {
  who = 'mallory'
  const before = await load()
  await settle(harness)
  before.moveTo(entryId('q'))
  await tick(1_000)
  await page.unload(before)
  who = 'alice'
  const session = await load({ leafId: entryId('r') })
  await settle(harness)
  expect(session.leaf.get()).toBe('r')
  await tick(1_000)
  await signInAs('mallory')
  expect([session.hello.get()?.participant.name, session.leaf.get()]).toEqual(['mallory', 'q'])
  await signInAs('alice')
  expect(session.leaf.get()).toBe('r')
  await page.unload(session)
})

test('[SY171] a recovery that somebody else’s sign-in cuts short moves nobody', async () => {
  who = 'mallory'
  const before = await load()
  await settle(harness)
  before.moveTo(entryId('q'))
  await tick(1_000)
  await page.unload(before)
  who = 'alice'
  const session = await load({ leafId: entryId('r') })
  await settle(harness)
  harness.server.refuses = () => ({ code: 'entry_invalid', named: true })
  session.append(userPayload('bad'))
  harness.server.last.deliverToServer()
  harness.server.last.deliverToClient()
  who = 'mallory'
  await settle(harness, 20)
  expect([session.hello.get()?.participant.name, session.leaf.get()]).toEqual(['mallory', 'q'])
  await page.unload(session)
})

test('[SY172] nothing of one person is listed to another, whatever the device does', async () => {
  const session = await load()
  await settle(harness)
  harness.server.refuses = (entry) =>
    entryText(entry).startsWith('bad') ? { code: 'entry_invalid', named: true } : undefined
  session.append(userPayload('bad'))
  await settle(harness, 20)
  expect(session.quarantine.get()).toHaveLength(1)
  page.device.fail('refused')
  await signInAs('mallory')
  expect(session.hello.get()?.participant.name).toBe('mallory')
  expect(session.quarantine.get()).toEqual([])
  page.device.fail(undefined)
  await page.unload(session)
})

test('[SY172] refused work that the device does not have is not given up for somebody else', async () => {
  const session = await load()
  await settle(harness)
  harness.server.refuses = (entry) =>
    entryText(entry).startsWith('bad') ? { code: 'entry_invalid', named: true } : undefined
  page.device.fail('full')
  session.append(userPayload('bad'))
  await settle(harness, 20)
  expect(session.quarantine.get()).toHaveLength(1)
  await signInAs('mallory')
  expect(session.status.get()).toMatchObject({ state: 'refused', code: 'client_taken' })
  expect(session.quarantine.get()).toHaveLength(1)
  page.device.fail(undefined)
  await page.unload(session)
})

test('[SY173] what one typed in a shared prompt, and the server was not seen to have, comes back when the seat changes', async () => {
  const session = await load()
  await settle(harness)
  const opening = session.openPrompt(entryId('p'))
  await settle(harness)
  const { id } = await opening
  session.promptText(id)?.insert(0, 'not there yet')
  await tick()
  await signInAs('mallory')
  expect(session.lateTexts.get()).toEqual([])
  await page.unload(session)
  who = 'alice'
  const back = await load()
  await settle(harness)
  expect(back.lateTexts.get()).toMatchObject([{ promptId: id, text: 'not there yet' }])
  await page.unload(back)
})
