// Which of my entries the server has committed. Pure: it is told what is in the doc, what was sent and what came back.
//
// Entries are known here by the clock of the Yjs struct that carries them, because that is what the server commits:
// the clocks of one clientID from the first on, without gaps. So one number per clientID says it all, and everything
// that proves a commit only raises that number: an acknowledgement of the frame that carried the clock, a state vector
// of the server's, which shows committed state only (the acknowledgement itself may have been lost), or an update that
// came from the server. What is known of that outlives the page (`saved`, `restore`); where it lags behind, entries
// count as unsaved until the server says otherwise, never the other way round.
import type { EntryId, PlacedEntry } from '@coppice/shared'
import * as Y from 'yjs'

/** Clocks of one clientID: `from` is the first, `to` the one after the last. */
export interface ClockRange {
  readonly clientId: number
  readonly from: number
  readonly to: number
}

export class SaveLedger {
  readonly #waiting = new Map<EntryId, PlacedEntry>()
  /** Per clientID: all clocks below are committed. */
  readonly #saved = new Map<number, number>()
  /** Per clientID: all clocks below are committed or were sent on this connection. */
  #sent = new Map<number, number>()
  /** Frames of this connection that await their acknowledgement, oldest first. */
  #frames: { readonly number: number; readonly clientId: number; readonly to: number }[] = []

  /** Entries of mine that are not known to be committed. */
  get count(): number {
    return this.#waiting.size
  }

  /** Per clientID: all clocks below are committed. */
  get saved(): ReadonlyMap<number, number> {
    return this.#saved
  }

  isWaiting(id: EntryId): boolean {
    return this.#waiting.has(id)
  }

  /** In the order they came into the doc. */
  waiting(): readonly PlacedEntry[] {
    return [...this.#waiting.values()]
  }

  /** What an earlier page knew. */
  restore(saved: Iterable<readonly [clientId: number, clock: number]>): void {
    for (const [clientId, clock] of saved) this.#raise(clientId, clock)
    this.#settle()
  }

  /** An entry of mine is in the doc, and did not come from the server. */
  wrote(placed: PlacedEntry): void {
    if (placed.clock >= (this.#saved.get(placed.clientId) ?? 0)) this.#waiting.set(placed.entry.id, placed)
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

  /** The server has all clocks below these: its state vector, or the doc's after an update of the server. */
  serverHas(stateVector: ReadonlyMap<number, number>): void {
    for (const [clientId, clock] of stateVector) this.#raise(clientId, clock)
    this.#settle()
  }

  /**
   * The server has no more of this clientID than this, whatever it said before: it was set back to an older state.
   * What is above counts as never saved; `wrote` brings it back into the count.
   */
  setBack(clientId: number, clock: number): void {
    this.#saved.set(clientId, clock)
  }

  #raise(clientId: number, to: number): void {
    if (to > (this.#saved.get(clientId) ?? 0)) this.#saved.set(clientId, to)
  }

  #settle(): void {
    for (const [id, { clientId, clock }] of this.#waiting)
      if (clock < (this.#saved.get(clientId) ?? 0)) this.#waiting.delete(id)
  }
}

/** What an update carries, by clientID. */
export function clockRangesOf(update: Uint8Array): ClockRange[] {
  const { from, to } = Y.parseUpdateMeta(update)
  return [...from].map(([clientId, clock]) => ({ clientId, from: clock, to: to.get(clientId) ?? clock }))
}
