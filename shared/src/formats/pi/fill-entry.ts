// Puts our base fields into a record, and notes in `source` what export has to take out again.
import type { EntryId, ParticipantId } from '../../entry/ids.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts'

/** Where an entry stands, as the reader decided. */
export interface Place {
  readonly id: EntryId
  readonly parentId: EntryId | null
  readonly timestamp: string
  /** The file has no time for it (`isTimed`). */
  readonly timed?: false
  /** The record's id, when a record before it has it too. */
  readonly conflictOf?: EntryId
  /** Fields an entry of the newest version has instead. */
  readonly migrated?: JsonObject
  /** The role a message of version 3 has instead. */
  readonly role?: string
}

/** Names that hold our values in an entry; a record's own go into `source.fields`. */
const OUR_FIELDS = ['author', 'source', 'contributors'] as const

/**
 * The record with our base fields and the replacements, each at the place the record has it, else at the end.
 * @param head the start of `source`: format, line, raw.
 */
export function fillEntry(
  record: JsonObject,
  place: Place,
  author: ParticipantId,
  head: JsonObject,
  replacements?: JsonObject,
): JsonObject {
  // Nothing of ours differs from the record's own, as in every file that Pi wrote.
  if (isAsPlaced(record, place, replacements)) return { ...record, author, source: head }
  const ours: JsonObject = {
    id: place.id,
    parentId: place.parentId,
    timestamp: place.timestamp,
    ...place.migrated,
    ...replacements,
  }
  const fields: Record<string, JsonValue> = {}
  const added: string[] = []
  for (const [key, value] of Object.entries(ours)) {
    const own = ownField(record, key)
    if (own === undefined) added.push(key)
    else if (own !== value && key !== 'parentId' && !(key === 'id' && place.conflictOf !== undefined)) fields[key] = own
  }
  for (const key of OUR_FIELDS) {
    const own = ownField(record, key)
    if (own !== undefined) fields[key] = own
  }
  const ownParent = ownField(record, 'parentId')
  const ownRole = place.role === undefined ? undefined : roleOf(record)
  return {
    ...record,
    ...ours,
    ...(ownRole === undefined ? {} : { message: withRole(record, place.role ?? ownRole) }),
    // Invariant: the importer holds the place of a record's own `contributors`, so that export keeps the key order.
    ...('contributors' in fields ? { contributors: [author] } : {}),
    author,
    source: {
      ...head,
      ...(place.conflictOf === undefined ? {} : { conflictOf: place.conflictOf }),
      ...(ownParent === undefined || ownParent === place.parentId ? {} : { parentId: ownParent }),
      ...(Object.keys(fields).length === 0 ? {} : { fields }),
      ...(added.length === 0 ? {} : { added }),
      ...(ownRole === undefined ? {} : { role: ownRole }),
    },
  }
}

function isAsPlaced(record: JsonObject, place: Place, replacements: JsonObject | undefined): boolean {
  const { id, parentId, timestamp, conflictOf, migrated, role } = place
  if (replacements !== undefined || conflictOf !== undefined || migrated !== undefined || role !== undefined)
    return false
  if (record['id'] !== id || record['parentId'] !== parentId || record['timestamp'] !== timestamp) return false
  return !OUR_FIELDS.some((key) => Object.hasOwn(record, key))
}

function ownField(record: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

/** A message's role. */
export function roleOf(record: JsonObject): string | undefined {
  const message = ownField(record, 'message')
  const role = isJsonObject(message) ? message['role'] : undefined
  return typeof role === 'string' ? role : undefined
}

/** The record's message under another role. */
export function withRole(record: JsonObject, role: string): JsonValue {
  const message = ownField(record, 'message')
  return isJsonObject(message) ? { ...message, role } : (message ?? null)
}
