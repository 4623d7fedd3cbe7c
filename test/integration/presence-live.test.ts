// Presence over the real server and real sockets: how soon others see that somebody went, came back, or hides.
import { createApi, joinSession, type JoinOptions, type PeerPresence, type Session } from '@coppice/client/sdk'
import { entryId, type SessionId } from '@coppice/shared'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket as NodeWebSocket } from 'ws'
import { eventually, soon } from '../support/eventually.ts'
import { guestOf, httpClient } from '../support/http-client.ts'
import { startServer, type StartedServer } from '../support/start-server.ts'

interface Here {
  readonly server: StartedServer
  readonly id: SessionId
  readonly alice: Session
  /** Joins as one and the same guest, each time anew. */
  readonly bob: (more?: Partial<JoinOptions>) => Promise<Session>
}

async function here(): Promise<Here> {
  const server = await startServer()
  const { id } = await createApi(server).createSession('Together')
  const open = async (options: Partial<JoinOptions>): Promise<Session> => {
    const session = joinSession({ url: server.url, session: id, ...options })
    onTestFinished(() => session.close())
    await session.whenSynced
    return session
  }
  const { cookie } = await guestOf(httpClient(server), id, 'Bob')
  const asGuest: typeof fetch = (input, init) =>
    fetch(input, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), cookie, origin: server.url },
    })
  const alice = await open({ token: server.token })
  return { server, id, alice, bob: (more) => open({ fetch: asGuest, ...more }) }
}

const sees = (who: Session, what: string, holds: (peers: readonly PeerPresence[]) => boolean) =>
  soon(what, () => holds(who.presence.get()))

test('[AW24] who leaves is gone within a second for the others, and who comes back is there within a second', async () => {
  const { alice, bob } = await here()
  for (let time = 0; time < 3; time++) {
    const session = await bob()
    await sees(alice, 'Bob is here', (peers) => peers.length === 1 && peers[0]?.user.name === 'Bob')
    session.close()
    await sees(alice, 'Bob is gone', (peers) => peers.length === 0)
  }
})

test('[AW24] a socket that closes without a word is gone within a second, and back within a second of its return', async () => {
  const { alice, bob } = await here()
  const sockets: WebSocket[] = []
  class Watched extends NodeWebSocket {
    constructor(url: string) {
      super(url)
      // reason: the two WebSocket types differ in what no one here uses
      sockets.push(this as unknown as WebSocket)
    }
  }
  const session = await bob({ WebSocket: Watched as unknown as typeof WebSocket })
  session.readAt(entryId('somewhere'))
  await sees(alice, 'Bob reads', ([peer]) => peer?.readingId === 'somewhere')
  const socket = sockets.at(-1)
  if (!(socket instanceof NodeWebSocket)) throw new Error('no socket was opened')
  socket.terminate()
  await sees(alice, 'Bob is gone', (peers) => peers.length === 0)
  await eventually('Bob is connected again', () => session.status.get().state === 'live')
  await sees(alice, 'Bob is back, and reads where he read', ([peer]) => peer?.readingId === 'somewhere')
})

test('[AW23] who hides their cursor is still seen where they stand, by name, and nothing else of them', async () => {
  const { alice, bob } = await here()
  const session = await bob()
  const entry = session.append({ type: 'message', message: { role: 'user', content: 'here' } })
  const position = { type: null, tname: null, item: { client: 1, clock: 0 }, assoc: 0 }
  session.setWriting(true)
  session.readAt(entry.id)
  session.setCaret({ promptId: entryId('p'), anchor: position, head: position })
  await sees(alice, 'all of it', ([peer]) => peer?.writing === true && peer.readingId !== null && peer.caret !== null)
  session.setHidden(true)
  await sees(alice, 'only his place', ([peer]) => peer?.writing === false && peer.caret === null)
  expect(alice.presence.get()).toMatchObject([
    { user: { name: 'Bob' }, leafId: entry.id, viewId: null, readingId: null, away: false },
  ])
  session.setHidden(false)
  await sees(alice, 'all of it again', ([peer]) => peer?.writing === true && peer.caret?.promptId === 'p')
})
