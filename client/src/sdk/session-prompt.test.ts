import { entriesOf, entryId } from '@coppice/shared'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSession } from './session.ts'
import { SESSION } from './testing/fake-server.ts'
import { createHarness, messageEntry, tick, type Harness } from './testing/harness.ts'
import type { Session } from './types.ts'

let harness: Harness
let alice: Session
let requests: { readonly path: string; readonly body: unknown }[]
let answer: () => Response

const json = (status: number, body: unknown): Response => new Response(JSON.stringify(body), { status })

beforeEach(async () => {
  vi.useFakeTimers()
  requests = []
  answer = () => json(202, { runId: 'run-1', entryId: 'reply-1' })
  harness = createHarness({
    fetch: (input, init) => {
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
      requests.push({ path: new URL(String(input instanceof Request ? input.url : input)).pathname, body })
      return Promise.resolve(answer())
    },
  })
  harness.server.write(messageEntry('p', null))
  alice = await harness.joined('alice')
})

afterEach(() => {
  alice.close()
  vi.useRealTimers()
})

describe('prompt', () => {
  test('[SY76] appends my message at my leaf and starts a run below it, without waiting for the save', async () => {
    const run = await alice.prompt('What now?', { model: 'demo' })
    expect(run).toEqual({ run: { runId: 'run-1', entryId: 'reply-1' }, promptId: alice.leaf.get() })
    expect(alice.tree.get().index.get(run.promptId)).toMatchObject({
      parentId: 'p',
      message: { role: 'user', content: [{ type: 'text', text: 'What now?' }] },
    })
    expect(requests).toEqual([
      { path: '/api/sessions/test-session/runs', body: { leafId: run.promptId, model: 'demo' } },
    ])
    expect(alice.isUnsaved(run.promptId)).toBe(true)
    harness.server.flush()
    expect(entriesOf(harness.server.doc).has(run.promptId)).toBe(true)
  })

  test('[SY76] a place may be named; an empty prompt is refused and writes nothing', async () => {
    const { promptId } = await alice.prompt('Again', { parentId: null })
    expect(alice.tree.get().index.get(promptId)?.parentId).toBeNull()
    await expect(alice.prompt('  \n')).rejects.toMatchObject({ code: 'bad_request' })
    expect(alice.tree.get().index.size).toBe(2)
    expect(requests).toHaveLength(1)
  })

  test('[SY76] half a surrogate pair, as a cut emoji leaves, is mended', async () => {
    const { promptId } = await alice.prompt('cut \ud83d')
    expect(alice.tree.get().index.get(promptId)).toMatchObject({ message: { content: [{ text: 'cut \ufffd' }] } })
  })

  test('[SY77] when the run cannot start the prompt stays, and the error names it', async () => {
    answer = () => json(409, { error: { code: 'conflict', message: 'An answer is being written here.' } })
    const failed = await alice.prompt('What now?').catch((error: unknown) => error)
    expect(failed).toMatchObject({
      code: 'conflict',
      message: 'An answer is being written here.',
      details: { promptId: alice.leaf.get() },
    })
    harness.server.flush()
    expect(alice.unsaved.get()).toBe(0)
  })

  test('[SY77] offline the prompt is kept, and its answer is asked for on return', async () => {
    harness.server.isUp = false
    harness.server.last.cut()
    const sent = await alice.prompt('On the train', { model: 'demo' })
    expect(sent).toEqual({ promptId: alice.leaf.get() })
    harness.server.isUp = true
    await vi.advanceTimersByTimeAsync(10_000)
    expect(requests).toEqual([])
    harness.server.flush()
    expect(alice.unsaved.get()).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(requests).toEqual([
      { path: '/api/sessions/test-session/runs', body: { leafId: sent.promptId, model: 'demo' } },
    ])
  })

  test('[SY88] a prompt that waited longer than ten minutes asks before it is answered', async () => {
    harness.server.isUp = false
    harness.server.last.cut()
    const { promptId } = await alice.prompt('On the train')
    await vi.advanceTimersByTimeAsync(11 * 60_000)
    harness.server.isUp = true
    await vi.advanceTimersByTimeAsync(10_000)
    harness.server.flush()
    await vi.advanceTimersByTimeAsync(1)
    expect(requests).toEqual([])
    expect(alice.waitingRuns.get()).toMatchObject([{ promptId }])
    await alice.runWaiting(promptId)
    expect(requests).toHaveLength(1)
    expect(alice.waitingRuns.get()).toEqual([])
  })

  test('[SY88] a prompt that was answered or went on meanwhile is not asked about again', async () => {
    harness.server.isUp = false
    harness.server.last.cut()
    const { promptId } = await alice.prompt('One')
    await alice.prompt('Two, below it')
    harness.server.isUp = true
    await vi.advanceTimersByTimeAsync(10_000)
    harness.server.flush()
    await vi.advanceTimersByTimeAsync(1)
    expect(requests.map(({ body }) => body)).toEqual([{ leafId: alice.leaf.get() }])
    expect(alice.leaf.get()).not.toBe(promptId)
  })

  test('[SY88] a run that cannot be started on return waits for the person', async () => {
    harness.server.isUp = false
    harness.server.last.cut()
    const { promptId } = await alice.prompt('On the train')
    answer = () => json(503, { error: { code: 'overloaded', message: 'Too much to do.' } })
    harness.server.isUp = true
    await vi.advanceTimersByTimeAsync(10_000)
    harness.server.flush()
    await vi.advanceTimersByTimeAsync(1)
    expect(alice.waitingRuns.get()).toMatchObject([{ promptId }])
    await expect(alice.runWaiting(promptId)).rejects.toMatchObject({ code: 'overloaded' })
    expect(alice.waitingRuns.get()).toMatchObject([{ promptId }])
    await alice.dismissWaiting(promptId)
    expect(alice.waitingRuns.get()).toEqual([])
  })
})

test('[SY76] runs start at any entry and are stopped by their id', async () => {
  await alice.startRun(entryId('p'))
  answer = () => json(200, { runId: 'run/1' })
  await alice.stopRun('run/1')
  expect(requests).toEqual([
    { path: '/api/sessions/test-session/runs', body: { leafId: 'p' } },
    { path: '/api/sessions/test-session/runs/run%2F1/stop', body: {} },
  ])
})

test('[SY43] without a ticket function of its own the session buys tickets, and learns the server’s time from them', async () => {
  const date = new Date(Date.now() - 3_600_000).toUTCString()
  harness.server.nowMs = () => Date.now() - 3_600_000
  answer = () =>
    new Response(JSON.stringify({ ticket: 'bob', expiresAt: date, participant: {} }), { headers: { Date: date } })
  const bob = openSession({ url: 'http://coppice.test', session: SESSION }, harness.environment)
  await tick()
  harness.server.flush()
  await bob.whenSynced
  expect(requests).toEqual([{ path: '/api/sessions/test-session/tickets', body: {} }])
  expect(bob.hello.get()?.participant.id).toBe('bob')
  const late = bob.append({ type: 'message', message: { role: 'user', content: 'x' } }, { parentId: null })
  expect(Math.abs(Date.parse(late.timestamp) - Date.parse(date))).toBeLessThan(2_000)
  bob.close()
})
