// One contender on stage: its server, the processes of clients that speak to it, and its rooms. Everything is gone
// when the act is over, whatever happened in it.
import { ClientProcess } from './client-process.ts'
import type { Target } from './clients/target.ts'
import { OUR_TOKEN, type Contender } from './contenders.ts'
import { makeSessions, ownerId } from './coppice-http.ts'
import { ServerProcess } from './server-process.ts'

const SOMEBODY = 'bench'
let lastRoom = 0

export class Stage {
  readonly contender: Contender
  readonly server: ServerProcess
  readonly #clients: ClientProcess[] = []
  #author: string | undefined

  constructor(contender: Contender) {
    this.contender = contender
    this.server = new ServerProcess(contender.name, contender.server)
  }

  clients(): ClientProcess {
    const clients = new ClientProcess()
    this.#clients.push(clients)
    return clients
  }

  /** Names of new rooms; with ours they are sessions, made over HTTP. */
  async makeRooms(count: number): Promise<string[]> {
    if (this.#isOurs) return makeSessions(this.server.port, count)
    return Array.from({ length: count }, () => `bench-${process.pid}-${++lastRoom}`)
  }

  async makeRoom(): Promise<string> {
    const [room = ''] = await this.makeRooms(1)
    return room
  }

  /** Where a room is now; another address after each start. */
  target(room: string): Target {
    const { wire, url } = this.contender
    return { wire, url: url(this.server.port), room, params: this.#isOurs ? { token: OUR_TOKEN } : {} }
  }

  /** The author of entries: with ours, whom the token belongs to. */
  async author(): Promise<string> {
    this.#author ??= this.#isOurs ? await ownerId(this.server.port) : SOMEBODY
    return this.#author
  }

  async restart(): Promise<void> {
    await this.server.stop()
    await this.server.start()
  }

  async clear(): Promise<void> {
    for (const clients of this.#clients) await clients.end()
    await this.server.remove()
  }

  get #isOurs(): boolean {
    return this.contender.id === 'ours'
  }
}

/** Starts a contender's server, acts, and clears the stage. */
export async function onStage<T>(contender: Contender, act: (stage: Stage) => Promise<T>): Promise<T> {
  const stage = new Stage(contender)
  try {
    await stage.server.start()
    return await act(stage)
  } finally {
    await stage.clear()
  }
}
