// Decodes a whole Yjs V1 update of the desk, strictly and within bounds. It knows only what typing into a text makes:
// strings, deleted strings, and ranges that are gone; all else is refused here, wherever it stands.
// The grammar is the one of `admission/decode.ts`.
import { ByteReader } from '../admission/byte-reader.ts'
import { CONTENT_NAMES, INFO, readClock, readDeletes, readLength } from '../admission/decode.ts'
import { MAX_CLOCK } from '../admission/limits.ts'
import { refuse } from '../admission/outcome.ts'
import type { DeleteRange } from '../admission/struct.ts'
import { MAX_DESK_UPDATE_CLIENTS, MAX_DESK_UPDATE_STRUCTS } from './desk-limits.ts'

export interface ClockId {
  readonly client: number
  readonly clock: number
}

/** Where typed text stands: between two others, or as the first in a text. */
export interface TypedPlace {
  readonly origin?: ClockId
  readonly rightOrigin?: ClockId
  /** The text itself, where neither neighbour is named. */
  readonly parent?: ClockId
}

export interface TypedStruct {
  readonly kind: 'typed'
  readonly clock: number
  readonly length: number
  readonly place: TypedPlace
  /** Undefined: typed and deleted again before it was sent. */
  readonly text: string | undefined
}

/** `gone`: its content and place are lost to the sender. `skip`: not sent. */
export interface EmptyStruct {
  readonly kind: 'gone' | 'skip'
  readonly clock: number
  readonly length: number
}

export type DeskStruct = TypedStruct | EmptyStruct

export interface DeskClient {
  readonly clientId: number
  /** Each begins where the one before it ends. */
  readonly structs: readonly DeskStruct[]
}

export interface DecodedDeskUpdate {
  readonly clients: readonly DeskClient[]
  /** Ranges of one clientID ascend and don't overlap. */
  readonly deletes: readonly DeleteRange[]
}

const TEXT = 4
/** Flags of a struct that names a neighbour instead of its text. */
const NEIGHBOUR_FLAGS = INFO.hasOrigin | INFO.hasRightOrigin

/** Throws a SessionError: `malformed`, `forbidden_content` or `too_large`. */
export function decodeDeskUpdate(bytes: Uint8Array): DecodedDeskUpdate {
  const reader = new ByteReader(bytes)
  const clients = readClients(reader)
  const deletes = readDeletes(reader)
  if (reader.remaining > 0)
    refuse('malformed', `The update has ${reader.remaining} bytes too many at its end. It is not a Yjs V1 update.`)
  return { clients, deletes }
}

function readClients(reader: ByteReader): DeskClient[] {
  // A client is at least three numbers.
  const count = reader.count(3)
  if (count > MAX_DESK_UPDATE_CLIENTS) refuse('too_large', `The update holds ${count} clientIDs. Reload the session.`)
  const clients: DeskClient[] = []
  const seen = new Set<number>()
  let total = 0
  for (let i = 0; i < count; i++) {
    // A struct is at least two bytes.
    const structCount = reader.count(2)
    const clientId = reader.varUint()
    if (seen.has(clientId)) refuse('malformed', `The update names clientID ${clientId} twice.`)
    seen.add(clientId)
    total += structCount
    if (total > MAX_DESK_UPDATE_STRUCTS) refuse('too_large', `The update holds ${total} changes. Reload the session.`)
    let clock = readClock(reader)
    const structs: DeskStruct[] = []
    for (let left = structCount; left > 0; left--) {
      const struct = readStruct(reader, clock)
      structs.push(struct)
      clock += struct.length
      if (clock > MAX_CLOCK) refuse('malformed', `The update goes beyond clock ${MAX_CLOCK} of clientID ${clientId}.`)
    }
    clients.push({ clientId, structs })
  }
  return clients
}

function readStruct(reader: ByteReader, clock: number): DeskStruct {
  const info = reader.uint8()
  if (info === INFO.gc) return { kind: 'gone', clock, length: readLength(reader) }
  if (info === INFO.skip) return { kind: 'skip', clock, length: readLength(reader) }
  const content = info & INFO.content
  if (content !== TEXT && content !== INFO.deleted) {
    const name = CONTENT_NAMES[content] ?? (content === INFO.any ? 'a value' : undefined)
    if (name === undefined) return refuse('malformed', `The update holds a change of the unknown type ${content}.`)
    return refuse('forbidden_content', `The update holds ${name}. Into a shared prompt one types plain text only.`)
  }
  if ((info & INFO.hasKey) !== 0)
    refuse('forbidden_content', 'The update sets a field on the desk. Only the server does; type into an open prompt.')
  const place = readPlace(reader, info)
  if (content === INFO.deleted) return { kind: 'typed', clock, length: readLength(reader), place, text: undefined }
  const text = reader.string()
  if (text.length === 0) refuse('malformed', 'The update holds a change of length 0.')
  return { kind: 'typed', clock, length: text.length, place, text }
}

function readPlace(reader: ByteReader, info: number): TypedPlace {
  if ((info & NEIGHBOUR_FLAGS) !== 0) {
    const origin = (info & INFO.hasOrigin) === 0 ? {} : { origin: readId(reader) }
    return (info & INFO.hasRightOrigin) === 0 ? origin : { ...origin, rightOrigin: readId(reader) }
  }
  const parentKind = reader.varUint()
  if (parentKind > 1) refuse('malformed', 'The update holds a place of an unknown kind.')
  if (parentKind === 0) return { parent: readId(reader) }
  const root = reader.string().slice(0, 80)
  return refuse(
    'forbidden_content',
    `The update writes to "${root}" on the desk. Type into the text of an open prompt.`,
  )
}

function readId(reader: ByteReader): ClockId {
  return { client: reader.varUint(), clock: readClock(reader) }
}
