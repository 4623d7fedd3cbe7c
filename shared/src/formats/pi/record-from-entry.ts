// One entry → one record of a Pi file. The way back from entry-from-record.ts (FM5, FM7).
import { UNKNOWN_RECORD } from '../../entry/custom.ts'
import type { Entry } from '../../entry/entry.ts'
import { asWritten } from '../coppice-json/as-written.ts'
import { appendFields, isJsonObject, parseJsonObject, type JsonObject, type JsonValue } from '../json/json.ts'
import { isKnownType } from './entry-from-record.ts'
import { withRole } from './fill-entry.ts'
import { withUsage } from './filled-usage.ts'
import { PI_VERSION } from './header.ts'
import { piSourceOf, type PiSource } from './source.ts'

export interface RecordStyle {
  /** The version the header will say. */
  readonly version: number
  /**
   * `found`: ids and parents only where the record had them, for a file that stays as it was.
   * `linked`: wherever the tree has them, so that others can hang below.
   */
  readonly links: 'found' | 'linked'
  /** Ids that something in the file hangs below: a record that is no node in its own form becomes one for them. */
  readonly parents: ReadonlySet<string>
  /** Whether records without an id get the ones again that they have here when the file is read. */
  readonly keepsIds: boolean
}

export const AS_FOUND: RecordStyle = { version: 1, links: 'found', parents: new Set(), keepsIds: true }

/** The record's line, without its line end. */
export function recordText(entry: Entry, style: RecordStyle): string {
  const source = piSourceOf(entry)
  if (source === undefined) return JSON.stringify(ownRecord(entry))
  if (source.raw === undefined) return JSON.stringify(importedRecord(entry, source, style))
  return appendFields(source.raw, {
    ...idOfCopy(entry, source),
    ...missingLinks(entry, parseJsonObject(source.raw), style),
  })
}

/** The record of an imported entry as the file had it; numbers and keys that JSON.parse loses are lost here too. */
export function recordAsFound(entry: Entry): JsonObject {
  const source = piSourceOf(entry)
  if (source === undefined) return ownRecord(entry)
  const raw = source.raw === undefined ? undefined : parseJsonObject(source.raw)
  return raw ?? importedRecord(entry, source, AS_FOUND)
}

/**
 * Our own entries keep author and contributors, also those that came back from a Coppice file; `type` comes first, as
 * Pi writes it.
 */
function ownRecord(entry: Entry): JsonObject {
  const { type, id, parentId, timestamp, source: _source, ...rest } = asWritten(entry)
  const fields: unknown = rest
  return withUsage({ type, id, parentId, timestamp, ...(isJsonObject(fields) ? fields : {}) })
}

function importedRecord(entry: Entry, source: PiSource, style: RecordStyle): JsonObject {
  if (entry.type === 'custom' && entry.customType === UNKNOWN_RECORD && isJsonObject(entry.data)) {
    return { ...entry.data, ...idOfCopy(entry, source), ...missingLinks(entry, entry.data, style) }
  }
  const own = isJsonObject(source.fields) ? source.fields : {}
  const fields: unknown = entry
  const record: Record<string, JsonValue> = {}
  for (const [key, value] of Object.entries(isJsonObject(fields) ? fields : {})) {
    if (isLeftOut(key, source, style)) continue
    if (Object.hasOwn(own, key)) record[key] = own[key] ?? null
    else if (key === 'parentId' && source.parentId !== undefined) record[key] = source.parentId
    else if (key !== 'author' && key !== 'source' && key !== 'contributors') record[key] = value
  }
  if (source.role !== undefined && style.version < PI_VERSION) record['message'] = withRole(record, source.role)
  return record
}

/** A conflict copy keeps the id it has here: under its own, Pi would take it for the record before it. */
function idOfCopy(entry: Entry, source: PiSource): JsonObject {
  return source.conflictOf === undefined ? {} : { id: entry.id }
}

function isLeftOut(key: string, { added }: PiSource, { links, keepsIds }: RecordStyle): boolean {
  return links === 'found' && added?.includes(key) === true && (keepsIds || (key !== 'id' && key !== 'parentId'))
}

/**
 * Links that a record in its own form lacks. One of a foreign type without an id is no node and stays none, unless it
 * would be another entry when it is read.
 */
function missingLinks(entry: Entry, record: JsonObject | undefined, style: RecordStyle): JsonObject {
  if ((style.links === 'found' && style.keepsIds) || record === undefined) return {}
  const isHeader = record['type'] === 'session'
  const hasId = Object.hasOwn(record, 'id') && !isHeader
  const mayLackId = style.keepsIds ? !isKnownType(record['type']) : isHeader
  if (!hasId && mayLackId && !style.parents.has(entry.id)) return {}
  return {
    ...(hasId ? {} : { id: entry.id }),
    ...(Object.hasOwn(record, 'parentId') ? {} : { parentId: entry.parentId }),
  }
}
