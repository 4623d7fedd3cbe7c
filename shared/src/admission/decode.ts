// Decodes a whole Yjs V1 update, strictly and within bounds, before anything looks at what it says.
// It knows only what the record can hold; all else is refused here, wherever it stands.
//
// update  := varUint(clients) client* varUint(deleters) deleter*
// client  := varUint(structs) varUint(clientID) varUint(clock) struct*
// struct  := 0 varUint(length) | 10 varUint(length) | info place content
// place   := [origin] [rightOrigin], or without either: 1 string(root) [string(key)] | 0 id
// deleter := varUint(clientID) varUint(ranges) { varUint(clock) varUint(length) }
import { MAX_ID_LENGTH } from '../entry/ids.ts'
import { RECORD_ROOTS } from '../tree/record.ts'
import { ByteReader } from './byte-reader.ts'
import { readJson, type ValueBudget } from './json-wire.ts'
import { MAX_CLOCK, MAX_ENTRY_VALUES, MAX_UPDATE_DELETES, MAX_UPDATE_STRUCTS, MAX_UPDATE_VALUES } from './limits.ts'
import { refuse, type AdmissionLimits } from './outcome.ts'
import type { ClientStructs, DecodedUpdate, DeleteRange, ItemPlace, Struct } from './struct.ts'

export const INFO = {
  gc: 0,
  skip: 10,
  deleted: 1,
  any: 8,
  content: 0x1f,
  hasKey: 0x20,
  hasRightOrigin: 0x40,
  hasOrigin: 0x80,
}

/** Names of Yjs' content types, for the message of a refusal. */
export const CONTENT_NAMES: Readonly<Record<number, string>> = {
  2: 'a JSON list',
  3: 'raw bytes',
  4: 'text',
  5: 'an embed',
  6: 'a text format',
  7: 'a nested type',
  9: 'a subdocument',
}

/** Throws a SessionError: `malformed`, `forbidden_content`, `entry_invalid` or `too_large`. */
export function decodeUpdate(bytes: Uint8Array, limits: AdmissionLimits): DecodedUpdate {
  const reader = new ByteReader(bytes)
  const clients = readClients(reader, limits)
  const deletes = readDeletes(reader)
  if (reader.remaining > 0) {
    refuse('malformed', `The update has ${reader.remaining} bytes too many at its end. It is not a Yjs V1 update.`)
  }
  return { clients, deletes }
}

function readClients(reader: ByteReader, limits: AdmissionLimits): ClientStructs[] {
  // A client is at least three numbers.
  const count = reader.count(3)
  if (count > limits.updateClients) {
    refuse('too_large', `The update holds ${count} clientIDs, more than ${limits.updateClients}. Send it in pieces.`)
  }
  const budget: ValueBudget = { left: MAX_UPDATE_VALUES, floor: 0 }
  const clients: ClientStructs[] = []
  const seen = new Set<number>()
  let total = 0
  for (let i = 0; i < count; i++) {
    // A struct is at least two bytes.
    const structCount = reader.count(2)
    const clientId = reader.varUint()
    if (seen.has(clientId)) refuse('malformed', `The update names clientID ${clientId} twice.`)
    seen.add(clientId)
    total += structCount
    if (total > MAX_UPDATE_STRUCTS) {
      refuse('too_large', `The update holds more than ${MAX_UPDATE_STRUCTS} changes. Send it in pieces.`)
    }
    let clock = readClock(reader)
    const structs: Struct[] = []
    for (let left = structCount; left > 0; left--) {
      const struct = readStruct(reader, clock, budget)
      structs.push(struct)
      clock += struct.length
      if (clock > MAX_CLOCK) refuse('malformed', `The update goes beyond clock ${MAX_CLOCK} of clientID ${clientId}.`)
    }
    clients.push({ clientId, structs })
  }
  return clients
}

function readStruct(reader: ByteReader, clock: number, budget: ValueBudget): Struct {
  const info = reader.uint8()
  if (info === INFO.gc) return { kind: 'gc', clock, length: readLength(reader) }
  if (info === INFO.skip) return { kind: 'skip', clock, length: readLength(reader) }
  const content = info & INFO.content
  if (content !== INFO.any && content !== INFO.deleted) return refuseContent(info)
  const place = readPlace(reader, info)
  const length = readLength(reader)
  if (content === INFO.deleted) return { kind: 'deleted', clock, length, place }
  if (length !== 1)
    refuse('forbidden_content', 'The update holds a list of values. An entry is one value under its id.')
  budget.floor = Math.max(0, budget.left - MAX_ENTRY_VALUES)
  return {
    kind: 'value',
    clock,
    length,
    place,
    value: readJson(reader, budget, 'key' in place ? place.key : undefined),
  }
}

function readPlace(reader: ByteReader, info: number): ItemPlace {
  if ((info & INFO.hasRightOrigin) !== 0) {
    refuse('forbidden_content', 'The update inserts something before an existing value. Entries are only ever added.')
  }
  if ((info & INFO.hasOrigin) !== 0) {
    return { origin: { client: reader.varUint(), clock: readClock(reader) } }
  }
  const parentKind = reader.varUint()
  if (parentKind > 1) refuse('malformed', 'The update holds a place of an unknown kind.')
  if (parentKind === 0) refuse('forbidden_content', 'The update writes into a nested type. The record has none.')
  const root = reader.string()
  if (!Object.hasOwn(RECORD_ROOTS, root)) {
    refuse(
      'forbidden_content',
      `The update writes to "${root.slice(0, 80)}", which the record does not have. Entries go to "entries".`,
    )
  }
  if ((info & INFO.hasKey) === 0) {
    refuse('forbidden_content', `The update writes to "${root}" as if it were a list. Each entry stands under its id.`)
  }
  const key = reader.string()
  if (key.length > MAX_ID_LENGTH) {
    refuse(
      'entry_invalid',
      `The update holds an id of ${key.length} characters, more than ${MAX_ID_LENGTH}. Use a shorter one.`,
    )
  }
  return { root, key }
}

/** Ranges of one clientID ascend and don't overlap, as Yjs writes them: so checking them all is one walk. */
export function readDeletes(reader: ByteReader): DeleteRange[] {
  const deletes: DeleteRange[] = []
  const seen = new Set<number>()
  // A client with ranges is at least two numbers, a range two as well.
  for (let clients = reader.count(2); clients > 0; clients--) {
    const clientId = reader.varUint()
    if (seen.has(clientId)) refuse('malformed', `The update's deletions name clientID ${clientId} twice.`)
    seen.add(clientId)
    if (seen.size > MAX_UPDATE_DELETES) refuse('too_large', 'The update deletes from too many clientIDs.')
    let end = 0
    for (let ranges = reader.count(2); ranges > 0; ranges--) {
      const clock = readClock(reader)
      const length = readLength(reader)
      if (clock < end) refuse('malformed', `The update's deletions of clientID ${clientId} are not in order.`)
      end = clock + length
      deletes.push({ clientId, clock, length })
      if (deletes.length > MAX_UPDATE_DELETES) refuse('too_large', 'The update holds too many deletions.')
    }
  }
  return deletes
}

export function readClock(reader: ByteReader): number {
  const clock = reader.varUint()
  return clock <= MAX_CLOCK ? clock : refuse('malformed', `The update holds a clock beyond ${MAX_CLOCK}.`)
}

export function readLength(reader: ByteReader): number {
  const length = reader.varUint()
  if (length > MAX_CLOCK) refuse('malformed', `The update holds a length beyond ${MAX_CLOCK}.`)
  if (length === 0) refuse('malformed', 'The update holds a change of length 0.')
  return length
}

function refuseContent(info: number): never {
  const name = CONTENT_NAMES[info & INFO.content]
  if (name === undefined)
    return refuse('malformed', `The update holds a change of the unknown type ${info & INFO.content}.`)
  return refuse('forbidden_content', `The update holds ${name}. An entry is one plain JSON object under its id.`)
}
