// Our own encoding of entries: the only bytes that a room stores and sends, never a participant's.
// Each struct is what `doc.getMap('entries').set(id, entry)` makes under that clientID and clock.
import type { Entry } from '../entry/entry.ts'
import { RECORD_ROOTS, type PlacedEntry } from '../tree/record.ts'
import { ByteWriter } from './byte-writer.ts'
import { INFO } from './decode.ts'

/** Bytes of an empty delete set, which are 0. */
const NO_DELETES = 1

/**
 * One Yjs V1 update. Throws a RangeError when the clocks of a clientID have a hole: Yjs would keep what follows it as
 * pending for ever.
 */
export function encodeEntries(entries: readonly PlacedEntry[]): Uint8Array<ArrayBuffer> {
  const byClient = Map.groupBy(entries, ({ clientId }) => clientId)
  const writer = new ByteWriter()
  writer.varUint(byClient.size)
  // Higher clientIDs first, as Yjs does.
  for (const clientId of [...byClient.keys()].sort((a, b) => b - a)) {
    const line = (byClient.get(clientId) ?? []).toSorted((a, b) => a.clock - b.clock)
    const first = line[0]?.clock ?? 0
    writeLineHead(writer, line.length, clientId, first)
    for (const [i, { clock, entry }] of line.entries()) {
      if (clock !== first + i) throw new RangeError(`clientID ${clientId} has no entry at clock ${first + i}`)
      writeEntryStruct(writer, entry)
    }
  }
  writer.varUint(0)
  return writer.toBytes()
}

/** One update of structs that are written already, under the clocks of one clientID from `clock` on. */
export function encodeStructs(
  clientId: number,
  clock: number,
  count: number,
  structs: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const head = new ByteWriter()
  head.varUint(1)
  writeLineHead(head, count, clientId, clock)
  const update = new Uint8Array(head.length + structs.length + NO_DELETES)
  update.set(head.view())
  update.set(structs, head.length)
  return update
}

/** An entry's struct. Neither its clientID nor its clock stands in it. */
export function writeEntryStruct(writer: ByteWriter, entry: Entry): void {
  writer.uint8(INFO.any | INFO.hasKey)
  writer.varUint(1)
  writer.string(RECORD_ROOTS.entries)
  writer.string(entry.id)
  writer.varUint(1)
  writer.json(entry)
}

function writeLineHead(writer: ByteWriter, count: number, clientId: number, clock: number): void {
  writer.varUint(count)
  writer.varUint(clientId)
  writer.varUint(clock)
}
