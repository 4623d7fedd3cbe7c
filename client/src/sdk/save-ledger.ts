// Which of my entries the server has committed. Pure: it is told what was written, what was sent and what came back.
//
// Entries are known here by the clock of the Yjs struct that carries them, because that is what the server commits:
// the clocks of one clientID from the first on, without gaps. So one number per clientID says it all, and everything
// that proves a commit only raises that number: an acknowledgement of the frame that carried the clock, or a state
// vector of the server's, which shows committed state only (the acknowledgement itself may have been lost).
import type { EntryId, SessionError } from '@coppice/shared'
import * as Y from 'yjs'

/** Clocks of one clientID: `from` is the first, `to` the one after the last. */
export interface ClockRange {
  readonly clientId: number
  readonly from: number
  readonly to: number
}

interface Waiting {
  readonly clientId: number
  readonly clock: number
  /** Rises with each entry written. */
  readonly order: number
}

interface Waiter {
  /** Waits for all entries up to this one. */
  readonly order: number
  readonly resolve: () => void
  readonly reject: (error: SessionError) => void
}

export class SaveLedger {
  readonly #waiting = new Map<EntryId, Waiting>()
  /** Per clientID: all clocks below are committed. */
  readonly #saved = new Map<number, number>()
  /** Per clientID: all clocks below are committed or were sent on this connection. */
  #sent = new Map<number, number>()
  /** Frames of this connection that await their acknowledgement, oldest first. */
  #frames: { readonly number: number; readonly clientId: number; readonly to: number }[] = []
  #waiters: Waiter[] = []
  #order = 0
  #ended: SessionError | undefined

  /** Entries written and not known to be committed. */
  get count(): number {
    return this.#waiting.size
  }

  isWaiting(id: EntryId): boolean {
    return this.#waiting.has(id)
  }

  /** An entry of mine went into the doc, at this clock. */
  wrote(id: EntryId, clientId: number, clock: number): void {
    this.#waiting.set(id, { clientId, clock, order: ++this.#order })
  }

  /** A new connection counts its frames from 1; what the last one did not hear of is open again. */
  connected(): void {
    this.#frames = []
    this.#sent = new Map()
  }

  /**
   * A sync frame left on this connection with these clocks. One that leaves a gap after what was sent before cannot
   * be committed by itself, so its acknowledgement proves nothing: the step 2 that closes the gap carries it again.
   */
  frameSent(number: number, ranges: Iterable<ClockRange>): void {
    for (const { clientId, from, to } of ranges) {
      const reached = Math.max(this.#saved.get(clientId) ?? 0, this.#sent.get(clientId) ?? 0)
      if (from > reached || to <= reached) continue
      this.#sent.set(clientId, to)
      this.#frames.push({ number, clientId, to })
    }
  }

  /** The server has committed this connection's frames up to this number. */
  acknowledged(frames: number): void {
    let done = 0
    for (const frame of this.#frames) {
      if (frame.number > frames) break
      done++
      this.#raise(frame.clientId, frame.to)
    }
    this.#frames.splice(0, done)
    this.#settle()
  }

  /** The server showed this state vector. */
  serverHas(stateVector: ReadonlyMap<number, number>): void {
    for (const { clientId } of this.#waiting.values()) this.#raise(clientId, stateVector.get(clientId) ?? 0)
    this.#settle()
  }

  /** Resolves when everything written so far is committed; rejects when that can no longer become known. */
  whenSaved(): Promise<void> {
    const order = this.#order
    if (this.#waiting.size === 0) return Promise.resolve()
    if (this.#ended !== undefined) return Promise.reject(this.#ended)
    return new Promise((resolve, reject) => {
      this.#waiters.push({ order, resolve, reject })
    })
  }

  /** Nothing more will come from the server. What waits stays counted: nobody knows that it is saved. */
  end(error: SessionError): void {
    this.#ended = error
    const waiters = this.#waiters
    this.#waiters = []
    for (const waiter of waiters) waiter.reject(error)
  }

  #raise(clientId: number, to: number): void {
    if (to > (this.#saved.get(clientId) ?? 0)) this.#saved.set(clientId, to)
  }

  #settle(): void {
    for (const [id, { clientId, clock }] of this.#waiting)
      if (clock < (this.#saved.get(clientId) ?? 0)) this.#waiting.delete(id)
    const oldest = this.#waiting.values().next().value?.order ?? Number.POSITIVE_INFINITY
    const done = this.#waiters.filter((waiter) => waiter.order < oldest)
    this.#waiters = this.#waiters.filter((waiter) => waiter.order >= oldest)
    for (const waiter of done) waiter.resolve()
  }
}

/** What an update carries, by clientID. */
export function clockRangesOf(update: Uint8Array): ClockRange[] {
  const { from, to } = Y.parseUpdateMeta(update)
  return [...from].map(([clientId, clock]) => ({ clientId, from: clock, to: to.get(clientId) ?? clock }))
}
