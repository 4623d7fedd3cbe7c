// Whether typing stands where honest typing can stand. Whoever types something names its two neighbours, which in their
// copy stood side by side. Bytes can name any two; then copies that hear of it in another order read differently, and
// what is sent is not what everyone saw. So: whatever stands between the two must be news to who typed.
import * as Y from 'yjs'
import type { ClockId, TypedStruct } from './decode-desk.ts'

export interface PlacedTyping {
  readonly clientId: number
  readonly struct: Pick<TypedStruct, 'clock' | 'length' | 'place'>
}

/** Looks at what was just applied. False: copies may differ, so the desk has to be written anew. */
export function isInPlace(desk: Y.Doc, typing: readonly PlacedTyping[]): boolean {
  return typing.every(({ clientId, struct: { clock, length, place } }) => {
    const before = walk(itemAt(desk, clientId, clock), place.origin, 'left')
    const after = walk(itemAt(desk, clientId, clock + length - 1), place.rightOrigin, 'right')
    if (before === undefined || after === undefined) return false
    if (before.length + after.length === 0) return true
    const seen = pastOf(desk, clientId, clock, [place.origin, place.rightOrigin])
    return [...before, ...after].every(({ id }) => id.clock >= (seen.get(id.client) ?? 0))
  })
}

/** What stands between an item and its neighbour, or the end of the text without one; undefined: it is not there. */
function walk(item: Y.Item | undefined, neighbour: ClockId | undefined, to: 'left' | 'right'): Y.Item[] | undefined {
  const between: Y.Item[] = []
  if (item === undefined) return undefined
  // Yjs joins what was typed in one go: then the neighbour is in the same item.
  if (to === 'left' && neighbour !== undefined && holds(item, neighbour)) return between
  for (let next = item[to]; next !== null; next = next[to]) {
    if (neighbour !== undefined && holds(next, neighbour)) return between
    between.push(next)
  }
  return neighbour === undefined ? between : undefined
}

/**
 * What somebody had seen at the least when they typed at a clock of theirs: the first clock of each clientID that is
 * not in it. They had all they typed before, all that names, and all that its writers had seen.
 */
function pastOf(
  desk: Y.Doc,
  client: number,
  clock: number,
  named: readonly (ClockId | undefined)[],
): Map<number, number> {
  const past = new Map<number, number>()
  const unread: { readonly client: number; readonly from: number; readonly to: number }[] = []
  const see = (clientId: number, to: number): void => {
    const from = past.get(clientId) ?? 0
    if (to <= from) return
    past.set(clientId, to)
    unread.push({ client: clientId, from, to })
  }
  see(client, clock)
  for (const id of named) if (id !== undefined) see(id.client, id.clock + 1)
  for (let range = unread.pop(); range !== undefined; range = unread.pop()) {
    const structs = desk.store.clients.get(range.client) ?? []
    for (let i = Y.findIndexSS(structs, range.from); i < structs.length; i++) {
      const struct = structs[i]
      if (struct === undefined || struct.id.clock >= range.to) break
      if (!(struct instanceof Y.Item)) continue
      for (const id of [struct.origin, struct.rightOrigin]) if (id !== null) see(id.client, id.clock + 1)
    }
  }
  return past
}

function itemAt(desk: Y.Doc, client: number, clock: number): Y.Item | undefined {
  const structs = desk.store.clients.get(client) ?? []
  const struct = structs[Y.findIndexSS(structs, clock)]
  return struct instanceof Y.Item ? struct : undefined
}

function holds(item: Y.Item, { client, clock }: ClockId): boolean {
  return item.id.client === client && clock >= item.id.clock && clock < item.id.clock + item.length
}
