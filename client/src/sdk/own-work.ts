// What of a doc I wrote, here or elsewhere, and which of it the server has: feeds the ledger from the doc's changes.
import { entriesSince, timeOf, type Entry, type EntryId, type ParticipantId } from '@coppice/shared'
import type * as Y from 'yjs'
import { SaveLedger } from './save-ledger.ts'
import { parentsFirst } from './upload-pieces.ts'

export class OwnWork {
  /** What was sent and acknowledged is told to it directly. */
  readonly ledger = new SaveLedger()
  readonly #doc: Y.Doc
  /** Undefined before it is known who I am: then nothing is mine yet. */
  readonly #me: () => ParticipantId | undefined
  /** ClientIDs under which I wrote. */
  readonly #clients = new Set<number>()

  constructor(doc: Y.Doc, me: () => ParticipantId | undefined) {
    this.#doc = doc
    this.#me = me
  }

  isUnsaved(id: EntryId): boolean {
    return this.ledger.isWaiting(id)
  }

  /** Entries of mine that the server has not acknowledged, oldest first, parents before children. */
  unsaved(): readonly Entry[] {
    const byTime = this.ledger.waiting().toSorted((a, b) => timeOf(a.entry) - timeOf(b.entry))
    return parentsFirst(byTime).map(({ entry }) => entry)
  }

  /** What of my own clocks is saved, for the next page. */
  saved(): readonly (readonly [clientId: number, clock: number])[] {
    return [...this.#clients].map((clientId) => [clientId, this.ledger.saved.get(clientId) ?? 0] as const)
  }

  /** Notes what is mine of what came into the doc, and whether the server has it. */
  account({ beforeState, afterState }: Y.Transaction, fromServer: boolean): void {
    const me = this.#me()
    if (fromServer) {
      const grown = [...afterState].filter(([clientId, clock]) => clock > (beforeState.get(clientId) ?? 0))
      this.ledger.serverHas(new Map(grown))
    }
    for (const placed of entriesSince(this.#doc, beforeState)) {
      if (placed.entry.author !== me) continue
      this.#clients.add(placed.clientId)
      if (!fromServer) this.ledger.wrote(placed)
    }
  }

  /** The server's state vector. One that was set back to an older state lacks what it had: mine is to be saved again. */
  serverHas(stateVector: ReadonlyMap<number, number>): void {
    const me = this.#me()
    for (const clientId of this.#clients) {
      const clock = stateVector.get(clientId) ?? 0
      if (clock >= (this.ledger.saved.get(clientId) ?? 0)) continue
      this.ledger.setBack(clientId, clock)
      const others = [...this.#doc.store.clients.keys()].filter((other) => other !== clientId)
      const only = new Map([[clientId, clock], ...others.map((other) => [other, Infinity] as const)])
      for (const placed of entriesSince(this.#doc, only)) if (placed.entry.author === me) this.ledger.wrote(placed)
    }
    this.ledger.serverHas(stateVector)
  }
}
