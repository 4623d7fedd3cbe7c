// Writes a tree, or one branch of it, as a Pi session file: JSONL that every generation of Pi opens alike.
import { UNKNOWN_RECORD } from '../../entry/custom.ts'
import type { Entry } from '../../entry/entry.ts'
import { isFact } from '../../entry/entry.ts'
import type { EntryId } from '../../entry/ids.ts'
import { SessionError } from '../../errors.ts'
import type { TreeIndex } from '../../tree/tree-index.ts'
import { appendFields, isJsonObject, parseJsonObject, stringField } from '../json/json.ts'
import { allEntries, inFileOrder } from '../tree-order.ts'
import { FIRST_LINKED_VERSION, newHeader, PI_VERSION, versionOf } from './header.ts'
import { nameLine } from './name-line.ts'
import { placeMarkText } from './place-mark.ts'
import { recordText, type RecordStyle } from './record-from-entry.ts'
import { PI_FORMAT, piSourceOf } from './source.ts'

export interface PiExportMeta {
  readonly sessionId: string
  readonly createdAt: string
  /** The header of the file the session came from, which is given back; null writes a new one. */
  readonly header: string | null
  readonly title: string
}

export interface PiExportOptions {
  /**
   * Where Pi is to open the file. Left out: as the file was, or the newest tip once anything was written here. Null
   * stands before the first entry; no file can say so, so that it is the same as left out.
   */
  readonly leafId?: EntryId | null
  /** Only the path to the leaf, with the labels and names that hang on it. */
  readonly branchOnly?: boolean
}

/**
 * JSONL, each line ended. A session that is just as it was imported gives the file back, record by record; one that
 * grew, or that is to open at a leaf, is written so that Pi links it as it is here. Throws SessionError `not_found` for an unknown leaf.
 */
export function exportPi(index: TreeIndex, meta: PiExportMeta, options: PiExportOptions = {}): string {
  return [...piLines(index, meta, options)].join('')
}

/** The same line by line, each made when it is asked for: as the tree was at the call. Throws as `exportPi` does, at once. */
export function piLines(index: TreeIndex, meta: PiExportMeta, options: PiExportOptions = {}): Iterable<string> {
  const entries = inFileOrder(chosenEntries(index, options), PI_FORMAT)
  const isGrown = entries.some((entry) => entry.source?.format !== PI_FORMAT)
  const leaf = leafOf(index, options, isGrown)
  if (leaf !== undefined) moveLast(entries, leaf, index)
  const needsMark = leaf !== undefined && !opensAt(entries, leaf, index)
  const header = meta.header === null ? undefined : parseJsonObject(meta.header)
  const ownVersion = header === undefined ? PI_VERSION : versionOf(header)
  const isWhole = !isGrown && !needsMark && options.branchOnly !== true
  const isReadAlike = ownVersion < FIRST_LINKED_VERSION ? isChain(entries) : entries.every(hasOwnLinks)
  const links =
    isWhole && (isReadAlike || (leaf === undefined && ownVersion >= FIRST_LINKED_VERSION)) ? 'found' : 'linked'
  const version = links === 'linked' && ownVersion < FIRST_LINKED_VERSION ? PI_VERSION : ownVersion
  const head = headerLine(meta, version)
  // What has no id of its own has one that depends on the header it was read with.
  const keepsIds = header !== undefined && (stringField(header, 'id') !== undefined || head === meta.header)
  const style: RecordStyle = { version, links, parents: parentsOf(entries, leaf), keepsIds }
  const before = [head, ...titleLine(index, meta)]
  const after = needsMark ? [placeMarkText(leaf)] : []
  return linesOf(before, entries, style, after)
}

function* linesOf(
  before: readonly string[],
  entries: readonly Entry[],
  style: RecordStyle,
  after: readonly string[],
): Generator<string> {
  for (const line of before) yield `${line}\n`
  for (const entry of entries) yield `${recordText(entry, style)}\n`
  for (const line of after) yield `${line}\n`
}

function headerLine({ header, sessionId, createdAt }: PiExportMeta, version: number): string {
  const own = header === null ? undefined : parseJsonObject(header)
  if (header === null || own === undefined) return newHeader(sessionId, createdAt)
  return versionOf(own) === version ? header : appendFields(header, { version })
}

function chosenEntries(index: TreeIndex, { leafId, branchOnly }: PiExportOptions): Entry[] {
  if (branchOnly !== true) return allEntries(index)
  const path = [...index.pathTo(leafId ?? null)]
  const chosen = new Set<string>(path.map(({ id }) => id))
  for (let at = 0; at < path.length; at += 1) {
    for (const id of index.children(path[at]?.id ?? null)) {
      const child = index.get(id)
      if (child === undefined || chosen.has(id)) continue
      if (child.type !== 'session_info' && (child.type !== 'label' || !chosen.has(child.targetId))) continue
      chosen.add(id)
      path.push(child)
    }
  }
  return path
}

function leafOf(index: TreeIndex, { leafId }: PiExportOptions, isGrown: boolean): Entry | undefined {
  const id = leafId ?? (isGrown ? index.newestTip() : null)
  if (id === null) return undefined
  const leaf = index.get(id)
  if (leaf !== undefined) return leaf
  const message = `The entry ${id} is not in this session. Choose another leaf, or export without one.`
  throw new SessionError('not_found', message)
}

/** An own entry that nothing hangs below may come last; imported ones keep their place in the file. */
function moveLast(entries: Entry[], leaf: Entry, index: TreeIndex): void {
  if (leaf.source?.format === PI_FORMAT || index.children(leaf.id).length > 0) return
  const at = entries.indexOf(leaf)
  if (at === -1) return
  entries.splice(at, 1)
  entries.push(leaf)
}

/** Whether Pi, which stands on the last record, stands on the leaf or on facts right below it. */
function opensAt(entries: readonly Entry[], leaf: Entry, index: TreeIndex): boolean {
  const last = entries.at(-1)
  if (last === undefined || isNoNode(last)) return false
  const path = index.pathTo(last.id)
  return path.findLast((entry) => entry.id === leaf.id || !isFact(entry))?.id === leaf.id
}

/** A record without an id: where it comes last, Pi stands nowhere. */
function isNoNode(entry: Entry): boolean {
  return (
    entry.type === 'custom' &&
    entry.customType === UNKNOWN_RECORD &&
    isJsonObject(entry.data) &&
    !Object.hasOwn(entry.data, 'id')
  )
}

/** Whether the record itself says where the tree has it. */
function hasOwnLinks(entry: Entry): boolean {
  const added = piSourceOf(entry)?.added ?? []
  return !added.includes('id') && !(added.includes('parentId') && entry.parentId !== null)
}

function parentsOf(entries: readonly Entry[], leaf: Entry | undefined): ReadonlySet<string> {
  const parents = new Set<string>(leaf === undefined ? [] : [leaf.id])
  for (const { parentId } of entries) if (parentId !== null) parents.add(parentId)
  return parents
}

/** What Pi makes of records without ids: each hangs below the one before it. */
function isChain(entries: readonly Entry[]): boolean {
  return entries.every((entry, at) => entry.parentId === (entries[at - 1]?.id ?? null))
}

function titleLine(index: TreeIndex, { header, title, sessionId, createdAt }: PiExportMeta): string[] {
  const isNamed = header !== null || title.trim() === '' || index.sessionName() !== undefined
  return isNamed ? [] : [nameLine(sessionId, createdAt, title)]
}
