// How far desks of earlier epochs came, by clientID: who was away while the desk started anew learns what it had of
// their typing by then.
import * as Y from 'yjs'

/** Most clientIDs that are remembered; the longest ago are forgotten first. */
const MAX_CLIENTS = 10_000

export class FormerClocks {
  readonly #clocks = new Map<number, number>()

  get(clientId: number): number | undefined {
    return this.#clocks.get(clientId)
  }

  remember(desk: Y.Doc): void {
    for (const clientId of desk.store.clients.keys()) this.#clocks.set(clientId, Y.getState(desk.store, clientId))
    for (const clientId of this.#clocks.keys()) {
      if (this.#clocks.size <= MAX_CLIENTS) break
      this.#clocks.delete(clientId)
    }
  }
}
