// Our own encoding of entries: the only bytes that a room stores and sends, never a participant's.
// Each struct is what `doc.getMap('entries').set(id, entry)` makes under that clientID and clock.
import * as encoding from 'lib0/encoding'
import { RECORD_ROOTS, type PlacedEntry } from '../tree/record.ts'
import { INFO } from './decode.ts'

/**
 * One Yjs V1 update. Throws a RangeError when the clocks of a clientID have a hole: Yjs would keep what follows it as
 * pending for ever.
 */
export function encodeEntries(entries: readonly PlacedEntry[]): Uint8Array {
  const byClient = Map.groupBy(entries, ({ clientId }) => clientId)
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, byClient.size)
  // Higher clientIDs first, as Yjs does.
  for (const clientId of [...byClient.keys()].sort((a, b) => b - a)) {
    const line = (byClient.get(clientId) ?? []).toSorted((a, b) => a.clock - b.clock)
    const first = line[0]?.clock ?? 0
    encoding.writeVarUint(encoder, line.length)
    encoding.writeVarUint(encoder, clientId)
    encoding.writeVarUint(encoder, first)
    for (const [i, { clock, entry }] of line.entries()) {
      if (clock !== first + i) throw new RangeError(`clientID ${clientId} has no entry at clock ${first + i}`)
      encoding.writeUint8(encoder, INFO.any | INFO.hasKey)
      encoding.writeVarUint(encoder, 1)
      encoding.writeVarString(encoder, RECORD_ROOTS.entries)
      encoding.writeVarString(encoder, entry.id)
      encoding.writeVarUint(encoder, 1)
      encoding.writeAny(encoder, entry as encoding.AnyEncodable)
    }
  }
  encoding.writeVarUint(encoder, 0)
  return encoding.toUint8Array(encoder)
}
