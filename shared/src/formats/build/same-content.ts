// Whether two entries say the same: what a file that is read again may have otherwise without anyone seeing it, a
// person or a model, is no difference.
import { sameJson } from '../../admission/same-json.ts'
import { UNKNOWN_RECORD } from '../../entry/custom.ts'
import type { Entry } from '../../entry/entry.ts'
import { linksOf } from '../../entry/links.ts'
import { contentHash } from '../derived-id.ts'
import { isJsonObject, type JsonObject } from '../json/json.ts'

/**
 * Who brought an entry in, from which line and beside which other fields, and when: a record without a time gets one
 * when it is read. Links are asked for apart.
 */
const NOT_SAID = new Set(['id', 'author', 'contributors', 'source', 'timestamp'])
/** Counts are filled in when an answer is complete. */
const NOT_SAID_IN_MESSAGE = new Set(['usage', 'timestamp'])
/** Of a record that is kept whole: the tree has its links. A list of children grows with every child. */
const LINKS_OF_RECORD = new Set(['parent', 'parentId', 'parentUuid', 'children', 'childrenIds'])

/** Whether two entries say the same, wherever they hang and whatever else they refer to. */
export function isSameContent(a: Entry, b: Entry): boolean {
  return sameJson(withoutOwnId(a), withoutOwnId(b))
}

/** Depends on an entry's id, on what it says and on what it is bound to; hex digits, at most 64. */
export function formHash(entry: Entry, length: number): string {
  const links = linksOf(entry).map(({ field, id, isBound }) => [field, isBound ? id : ''])
  return contentHash([entry.id, sorted(saidIn(entry)), JSON.stringify(links)], length)
}

/** A record that had no id in its file gets the entry's in an export. */
function withoutOwnId(entry: Entry): JsonObject {
  const said = saidIn(entry)
  const { data } = said
  return isJsonObject(data) && data['id'] === entry.id && said['customType'] === UNKNOWN_RECORD
    ? { ...said, data: without(data, (key) => key === 'id') }
    : said
}

function saidIn(entry: Entry): JsonObject {
  const value: unknown = entry
  if (!isJsonObject(value)) return {}
  const links = new Set<string>(linksOf(entry).map(({ field }) => field))
  const said = without(value, (key) => NOT_SAID.has(key) || key === 'parentId' || links.has(key))
  const { message, data } = said
  if (isJsonObject(message)) return { ...said, message: without(message, (key) => NOT_SAID_IN_MESSAGE.has(key)) }
  if (isJsonObject(data) && said['customType'] === UNKNOWN_RECORD)
    return { ...said, data: without(recordIn(data), (key) => LINKS_OF_RECORD.has(key)) }
  return said
}

/** A Pi file of ours that is read wraps what it wrapped before once more. */
function recordIn(data: JsonObject): JsonObject {
  const inside = data['customType'] === UNKNOWN_RECORD ? data['data'] : undefined
  return isJsonObject(inside) ? recordIn(inside) : data
}

function without(object: JsonObject, isLeftOut: (key: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !isLeftOut(key)))
}

/** JSON text that does not depend on the order of keys. */
function sorted(value: JsonObject): string {
  return JSON.stringify(value, (_key, inside: unknown) =>
    isJsonObject(inside) ? Object.fromEntries(Object.entries(inside).sort(([a], [b]) => (a < b ? -1 : 1))) : inside,
  )
}
