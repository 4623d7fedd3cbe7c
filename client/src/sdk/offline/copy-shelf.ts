// The copies of one session that this device keeps: under which generation each one lies, and what becomes of those that
// were given up. When a copy is given up is for others (copies.ts).
import type { EntryId, Hello } from '@coppice/shared'
import type { Environment } from '../environment.ts'
import type { Replica } from '../replica.ts'
import type { DeviceStore } from './device-store.ts'
import type { SessionCard } from './seat.ts'
import type { SessionDevice } from './session-device.ts'
import { lookThroughStale, sweepStale, type Sweep } from './sweep-stale.ts'

export interface CopyShelfOptions {
  /** Undefined: nothing outlives the page. */
  readonly store: DeviceStore | undefined
  readonly device: SessionDevice
  readonly environment: Pick<Environment, 'now'>
  /** Whether an entry is in the copy in use. */
  readonly isInUse: (id: EntryId) => boolean
  readonly onProblem: (problem: unknown) => void
}

export class CopyShelf {
  readonly #options: CopyShelfOptions
  /** Of the copy that is kept. */
  #generation: number | undefined
  /** What the device is told of copies, one after the other: two at once would be kept under one name. */
  #turns: Promise<void> = Promise.resolve()

  constructor(options: CopyShelfOptions) {
    this.#options = options
  }

  /** Runs after all that was asked for before. The task must not reject. */
  inTurn(task: () => Promise<void>): Promise<void> {
    this.#turns = this.#turns.then(task)
    return this.#turns
  }

  /** Resolves when all that was asked for is done. */
  whenIdle(): Promise<void> {
    return this.#turns
  }

  /** Brings the kept copy into a replica, and goes on keeping it. False when the device keeps none. Never rejects. */
  async open(replica: Replica, { hello, generation }: SessionCard): Promise<boolean> {
    const { device } = this.#options
    const docName = device.seat?.docName(hello, generation)
    if (docName === undefined) return false
    replica.restore({ hello, saved: await device.savedClocks(docName) })
    return await this.keep(replica, hello, generation)
  }

  /** Keeps a replica under a generation, and brings in what lies there already. False when it cannot. Never rejects. */
  async keep(replica: Replica, hello: Hello, generation: number): Promise<boolean> {
    const { store, device } = this.#options
    const { seat } = device
    if (store === undefined || seat === undefined) return false
    try {
      await replica.keep(store, seat.docName(hello, generation), (trouble) => device.troubled(trouble))
      this.#generation = generation
      await device.kept()
      return true
    } catch (error) {
      device.troubled(error)
      return false
    }
  }

  /** Keeps a fresh replica in the place of the one before, which is stale from here on. Never rejects. */
  async keepAnew(replica: Replica, hello: Hello, isGivenUp: () => boolean): Promise<void> {
    const { store, device } = this.#options
    if (store === undefined || isGivenUp()) return
    const card = await device.take(hello)
    if (card === undefined || isGivenUp()) return
    // Another tab may have been here first.
    const generation = card.generation === this.#generation ? card.generation + 1 : card.generation
    if (await this.keep(replica, hello, generation)) await device.moveOn(generation)
  }

  /** What copies that were given up still hold counts as unsaved from here on. Never rejects. */
  async lookThrough(card: SessionCard): Promise<void> {
    const sweep = this.#sweeping()
    if (sweep !== undefined) await lookThroughStale(card.stale, sweep).catch(this.#options.onProblem)
  }

  /**
   * Copies that were given up may hold work of another tab, or of a page that was closed in the middle of it: it is
   * taken out, and they are forgotten. Resolves true when there were any. Never rejects.
   */
  async sweep(card: SessionCard | undefined): Promise<boolean> {
    const sweep = this.#sweeping()
    if (sweep === undefined || card === undefined || card.stale.length === 0) return false
    await sweepStale(card.stale, sweep).catch(this.#options.onProblem)
    return true
  }

  #sweeping(): Sweep | undefined {
    const { store, device, environment, isInUse } = this.#options
    const { seat } = device
    if (store === undefined || seat === undefined) return undefined
    return {
      store,
      nameOf: (copy) => seat.docName(copy, copy.generation),
      device,
      me: seat.participant,
      isInUse,
      nowMs: environment.now(),
    }
  }
}
