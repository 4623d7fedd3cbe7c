// The same entry with other names in its links, or under another id.
import { UNKNOWN_RECORD } from '../../entry/custom.ts'
import { checkEntry, type Entry } from '../../entry/entry.ts'
import type { EntryId } from '../../entry/ids.ts'
import { linksOf, type Link } from '../../entry/links.ts'
import { appendFields, isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts'

/** The entry with other names in its links; itself when none of them has another one. */
export function withLinks(entry: Entry, nameOf: (link: Link) => string): Entry {
  const changed: Record<string, string> = {}
  for (const link of linksOf(entry)) {
    const name = nameOf(link)
    if (name !== link.id) changed[link.field] = name
  }
  const value: unknown = entry
  if (Object.keys(changed).length === 0 || !isJsonObject(value)) return entry
  return asEntry({ ...value, ...changed, ...recordWith(value, changed) })
}

/** The entry as one more form of itself, under an id of its own. */
export function asForm(entry: Entry, id: EntryId): Entry {
  const value: unknown = entry
  if (!isJsonObject(value)) return entry
  const { source } = value
  const kept = isJsonObject(source) ? withoutNames(source, new Set(['id'])) : { format: 'unknown', line: 0 }
  return asEntry({ ...value, id, source: { ...kept, conflictOf: entry.id } })
}

/** A Pi file is written from records as they were found: they have to say what the entry says. */
function recordWith(entry: JsonObject, changed: Readonly<Record<string, string>>): JsonObject {
  const { source, data } = entry
  if (!isJsonObject(source)) return {}
  const names = new Set(Object.keys(changed))
  const { raw, ...rest } = withoutNames(source, names)
  const parentId = rest['parentId'] !== undefined && names.has('parentId')
  const { parentId: _parentId, ...withoutParent } = rest
  return {
    source: {
      ...(parentId ? withoutParent : rest),
      ...(typeof raw === 'string' ? { raw: source['format'] === 'pi' ? appendFields(raw, changed) : raw } : {}),
    },
    ...(isJsonObject(data) && entry['customType'] === UNKNOWN_RECORD && source['format'] === 'pi'
      ? { data: { ...data, ...pick(changed, data) } }
      : {}),
  }
}

/** What `source` says about fields that have other values now. */
function withoutNames(source: JsonObject, names: ReadonlySet<string>): JsonObject {
  const { fields, added, ...rest } = source
  const isOther = ([key]: readonly [string, JsonValue]): boolean => !names.has(key)
  return {
    ...rest,
    ...(isJsonObject(fields) ? { fields: Object.fromEntries(Object.entries(fields).filter(isOther)) } : {}),
    ...(Array.isArray(added) ? { added: added.filter((key) => typeof key !== 'string' || !names.has(key)) } : {}),
  }
}

function pick(changed: Readonly<Record<string, string>>, record: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(changed).filter(([key]) => Object.hasOwn(record, key)))
}

function asEntry(value: JsonObject): Entry {
  const check = checkEntry(value)
  if (check.ok) return check.entry
  // Reached only by a fault in this file: an id in place of an id leaves an entry one.
  throw new Error(`An entry with other links is none: ${check.problem}`)
}
