// The SDK against the real server, over real sockets: people, prompts, answers, refusals.
import { createApi, joinSession, type JoinOptions, type Session } from '@coppice/client/sdk'
import { sessionId, type EntryId, type SessionId } from '@coppice/shared'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket as NodeWebSocket } from 'ws'
import { ask } from '../support/ask.ts'
import { eventually } from '../support/eventually.ts'
import { guestOf, httpClient } from '../support/http-client.ts'
import { startServer, type StartedServer, type StartOptions } from '../support/start-server.ts'

interface Place {
  readonly server: StartedServer
  readonly id: SessionId
  readonly join: (options?: Partial<JoinOptions>) => Session
  /** A guest, through an invite link. */
  readonly guest: (name: string) => Promise<Session>
}

async function place(options?: StartOptions): Promise<Place> {
  const server = await startServer(options)
  const { id } = await createApi(server).createSession('Together')
  const open = (options: JoinOptions): Session => {
    const session = joinSession(options)
    onTestFinished(() => session.close())
    return session
  }
  const join = (more: Partial<JoinOptions> = {}): Session =>
    open({ url: server.url, session: id, token: server.token, ...more })
  const guest = async (name: string): Promise<Session> => {
    const { cookie } = await guestOf(httpClient(server), id, name)
    const asGuest: typeof fetch = (input, init) =>
      fetch(input, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init?.headers)), cookie, origin: server.url },
      })
    return open({ url: server.url, session: id, fetch: asGuest })
  }
  return { server, id, join, guest }
}

const textOf = (session: Session, leafId: EntryId): string => JSON.stringify(session.context(leafId))
const hasEntry = (session: Session, id: EntryId) => eventually(`entry ${id}`, () => session.tree.get().index.has(id))

describe('together', () => {
  test('[SY80] what one writes the other sees, saved, and each stands where they stood', async () => {
    const { join, guest } = await place()
    const [alice, bob] = [join(), await guest('Bob')]
    await Promise.all([alice.whenSynced, bob.whenSynced])
    const start = alice.append({ type: 'message', message: { role: 'user', content: 'Shared start' } })
    expect(alice.unsaved.get()).toBe(1)
    await alice.whenSaved()
    expect(alice.unsaved.get()).toBe(0)
    await hasEntry(bob, start.id)
    expect(bob.leaf.get()).toBeNull()
    expect(bob.people.get().get(start.author)?.kind).toBe('human')
    const peer = await eventually('Alice’s place', () =>
      bob.presence.get().find(({ user, leafId }) => user.id === start.author && leafId === start.id),
    )
    expect(peer.writing).toBe(false)
    alice.setWriting(true)
    await eventually('Alice writes', () => bob.presence.get().some(({ writing }) => writing))
    alice.close()
    await eventually('Alice left', () => bob.presence.get().length === 0)
  })

  test('[SY81] both prompt at the same entry at once: two branches, two answers, and no context holds the other’s', async () => {
    const { join, guest } = await place({ wordDelayMs: 2 })
    const [alice, bob] = [join(), await guest('Bob')]
    await Promise.all([alice.whenSynced, bob.whenSynced])
    const start = alice.append({ type: 'message', message: { role: 'user', content: 'Shared start' } })
    await hasEntry(bob, start.id)
    bob.moveTo(start.id)
    const streamed = new Set<string>()
    bob.replies.subscribe(() => bob.replies.get().forEach((reply) => reply.text !== '' && streamed.add(reply.runId)))
    const [a, b] = await Promise.all([ask(alice, 'Plan A'), ask(bob, 'Plan B')])
    await Promise.all([alice, bob].flatMap((who) => [hasEntry(who, a.entryId), hasEntry(who, b.entryId)]))
    expect(streamed).toEqual(new Set([a.runId, b.runId]))
    for (const who of [alice, bob]) {
      expect(textOf(who, a.entryId)).toContain('Plan A')
      expect(textOf(who, a.entryId)).not.toContain('Plan B')
      expect(textOf(who, b.entryId)).not.toContain('Plan A')
      expect(who.tree.get().index.branches(start.id)).toHaveLength(2)
    }
    await eventually('each leaf went along', () => alice.leaf.get() === a.entryId && bob.leaf.get() === b.entryId)
    expect([alice.unsaved.get(), bob.unsaved.get()]).toEqual([0, 0])
    await eventually('no draft is left', () => alice.replies.get().length + bob.replies.get().length === 0)
  })

  test('[SY82] a run that was stopped ends, and its starter stands on what it wrote', async () => {
    const { join } = await place({ wordDelayMs: 30 })
    const alice = join()
    await alice.whenSynced
    const run = await ask(alice, 'Go on for long')
    await eventually('the answer streams', () => alice.replies.get().some(({ text }) => text !== ''))
    await alice.stopRun(run.runId)
    await hasEntry(alice, run.entryId)
    await eventually('the leaf went along', () => alice.leaf.get() === run.entryId)
    await expect(alice.stopRun(run.runId)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('[SY50] who comes back stands where they left', async () => {
    const { join } = await place()
    const first = join()
    await first.whenSynced
    const a = first.append({ type: 'message', message: { role: 'user', content: 'A' } })
    first.append({ type: 'message', message: { role: 'user', content: 'B' } })
    await first.whenSaved()
    const watcher = join()
    await watcher.whenSynced
    first.moveTo(a.id)
    await eventually('the move arrived', () => watcher.presence.get().some(({ leafId }) => leafId === a.id))
    watcher.close()
    first.moveTo(null)
    first.moveTo(a.id)
    first.close()
    const again = join()
    await again.whenSynced
    expect(again.leaf.get()).toBe(a.id)
  })
})

describe('the machine', () => {
  test('[SY43] a clock that is ten minutes fast does not keep anyone from writing', async () => {
    const { join } = await place()
    const alice = join({ now: () => Date.now() + 600_000 })
    await alice.whenSynced
    alice.append({ type: 'message', message: { role: 'user', content: 'From the future' } })
    await alice.whenSaved()
    expect(alice.status.get()).toEqual({ state: 'live' })
  })

  test('[SY83] it runs over `ws` as well as over the platform’s WebSocket', async () => {
    const { join } = await place()
    // reason: `ws` has the browser's interface at run time; its types are its own
    const alice = join({ WebSocket: NodeWebSocket as unknown as typeof WebSocket })
    await alice.whenSynced
    alice.append({ type: 'message', message: { role: 'user', content: 'Hello' } })
    await alice.whenSaved()
    alice.close()
  })

  test('[SY84] an import is told about, and its tree is there for who joins', async () => {
    const { server } = await place()
    const api = createApi(server)
    const header = { type: 'session', version: 3, id: 'x', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/' }
    const line = (id: string, parentId: string | null, role: string): unknown => ({
      type: 'message',
      id,
      parentId,
      timestamp: '2026-01-01T00:00:01.000Z',
      message: { role, content: [{ type: 'text', text: id }], timestamp: 1 },
    })
    const records = [header, line('a1', null, 'user'), line('b1', 'a1', 'assistant'), line('b2', 'a1', 'assistant')]
    const { sessions } = await api.importFile(new Blob([records.map((record) => JSON.stringify(record)).join('\n')]))
    const [imported] = sessions
    if (imported === undefined) throw new Error('nothing was imported')
    expect(imported.report).toMatchObject({ format: 'pi', kept: 3, leftOut: [] })
    const alice = joinSession({ url: server.url, session: imported.id, token: server.token })
    onTestFinished(() => alice.close())
    await alice.whenSynced
    expect(alice.tree.get().index.counts()).toMatchObject({ entries: 3, branchPoints: 1, roots: 1 })
    expect((await api.listSessions()).map(({ id }) => id)).toContain(imported.id)
    expect(await (await fetch(api.exportUrl(imported.id, 'pi'), bearer(server))).text()).toContain('"b2"')
  })
})

function bearer({ token }: StartedServer): RequestInit {
  return { headers: { Authorization: `Bearer ${token}` } }
}

describe('no entry', () => {
  test.each<[string, Partial<JoinOptions>, string]>([
    ['an unknown session', { session: sessionId('nowhere') }, 'not_found'],
    ['a wrong token', { token: 'wrong' }, 'unauthenticated'],
    ['a ticket that was made up', { getTicket: () => Promise.resolve('made-up') }, 'unauthenticated'],
  ])('[SY60] %s is refused for good, with a sentence for people', async (_what, options, code) => {
    const { join } = await place()
    const session = join(options)
    await expect(session.whenSynced).rejects.toMatchObject({ name: 'SessionError', code })
    expect(session.status.get()).toMatchObject({ state: 'refused', code })
    const status = session.status.get()
    expect(status.state === 'refused' && status.message.length).toBeGreaterThan(10)
  })
})
