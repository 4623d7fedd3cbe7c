// Whether typing stands where honest typing can stand. Whoever types something names its two neighbours, which in their
// copy stood side by side. Bytes can name any two; then copies that hear of it in another order read differently, and
// what is sent is not what everyone saw. So: whatever stands between the two must be news to who typed.
import * as Y from 'yjs'
import type { ClockId, TypedStruct } from './decode-desk.ts'

export interface PlacedTyping {
  readonly clientId: number
  readonly struct: Pick<TypedStruct, 'clock' | 'length' | 'place'>
}

/** Most steps that are gone through texts for one update. Honest typing has next to nothing between its neighbours. */
const MAX_STEPS = 1_000_000

/**
 * Looks at what was just applied, clocks of each clientID ascending. False: copies may differ, so the desk has to be
 * written anew.
 */
export function isInPlace(desk: Y.Doc, typing: readonly PlacedTyping[]): boolean {
  const walker = new Walker()
  const pasts = new Map<number, Past>()
  return typing.every(({ clientId, struct: { clock, length, place } }) => {
    const before = walker.between(itemAt(desk, clientId, clock), place.origin, 'left')
    const after = walker.between(itemAt(desk, clientId, clock + length - 1), place.rightOrigin, 'right')
    if (before === undefined || after === undefined) return false
    if (before.length + after.length === 0) return true
    const past = pasts.get(clientId) ?? new Past(desk)
    pasts.set(clientId, past)
    past.see(clientId, clock)
    for (const id of [place.origin, place.rightOrigin]) if (id !== undefined) past.see(id.client, id.clock + 1)
    return [...before, ...after].every((id) => !past.has(id))
  })
}

class Walker {
  #left = MAX_STEPS

  /**
   * The first of each piece that stands between an item and its neighbour, or the end of the text without one. Undefined
   * when the neighbour is not there.
   */
  between(item: Y.Item | undefined, neighbour: ClockId | undefined, to: 'left' | 'right'): ClockId[] | undefined {
    const between: ClockId[] = []
    if (item === undefined) return undefined
    // Yjs joins what was typed in one go: then the neighbour is in the same item.
    if (to === 'left' && neighbour !== undefined && holds(item, neighbour)) return between
    for (let next = item[to]; next !== null; next = next[to]) {
      const { client, clock } = next.id
      if (neighbour !== undefined && holds(next, neighbour)) {
        if (to === 'right' && neighbour.clock > clock) between.push({ client, clock })
        if (to === 'left' && neighbour.clock + 1 < clock + next.length)
          between.push({ client, clock: neighbour.clock + 1 })
        return between
      }
      if (this.#left-- <= 0) return undefined
      between.push({ client, clock })
    }
    return neighbour === undefined ? between : undefined
  }
}

/** What somebody had seen at the least: all they typed before, all that names, and all that its writers had seen. */
class Past {
  readonly #desk: Y.Doc
  /** The first clock of each clientID that is not in it. */
  readonly #clocks = new Map<number, number>()

  constructor(desk: Y.Doc) {
    this.#desk = desk
  }

  has({ client, clock }: ClockId): boolean {
    return clock < (this.#clocks.get(client) ?? 0)
  }

  /** Adds all of a clientID below a clock. */
  see(clientId: number, below: number): void {
    const unread = [{ client: clientId, below }]
    for (let next = unread.pop(); next !== undefined; next = unread.pop()) {
      const { client, below } = next
      const from = this.#clocks.get(client) ?? 0
      if (below <= from) continue
      this.#clocks.set(client, below)
      const structs = this.#desk.store.clients.get(client) ?? []
      for (let i = Y.findIndexSS(structs, from); i < structs.length; i++) {
        const struct = structs[i]
        if (struct === undefined || struct.id.clock >= below) break
        if (!(struct instanceof Y.Item)) continue
        for (const id of [struct.origin, struct.rightOrigin])
          if (id !== null) unread.push({ client: id.client, below: id.clock + 1 })
      }
    }
  }
}

function itemAt(desk: Y.Doc, client: number, clock: number): Y.Item | undefined {
  const structs = desk.store.clients.get(client) ?? []
  const struct = structs[Y.findIndexSS(structs, clock)]
  return struct instanceof Y.Item ? struct : undefined
}

function holds(item: Y.Item, { client, clock }: ClockId): boolean {
  return item.id.client === client && clock >= item.id.clock && clock < item.id.clock + item.length
}
