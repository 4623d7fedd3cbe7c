// Says which links of a file lead nowhere. Nothing is changed: the tree shows such entries detached (FM11).
import type { Entry } from '../../entry/entry.ts'
import type { EntryId } from '../../entry/ids.ts'
import { linksOf } from '../../entry/links.ts'
import type { ReportBuilder } from '../import-report.ts'

/** Of a circle: more help nobody. */
const MAX_NAMES = 3

/** @param entries in file order */
export function reportLinks(entries: readonly Entry[], byId: ReadonlyMap<EntryId, Entry>, report: ReportBuilder): void {
  let isUpwards = true
  for (const entry of entries) {
    const line = entry.source?.line
    const parent = parentOf(entry, byId)
    if (entry.parentId !== null && parent === undefined) {
      report.note('keptAsIs', `${entry.id} hangs below ${entry.parentId}, which is not in the file.`, line)
    }
    isUpwards &&= parent === undefined || isAbove(parent, entry)
    const dangling = danglingReference(entry, byId)
    if (dangling !== undefined) report.note('keptAsIs', dangling, line)
  }
  // Where every parent stands on an earlier line nothing goes round.
  if (isUpwards) return
  for (const cycle of cycles(entries, byId)) {
    const names = firstNames(cycle)
    const message =
      cycle.length === 1 ? `${names} is its own parent.` : `${names} hang below one another, so no root leads to them.`
    report.note('keptAsIs', message, cycle[0]?.source?.line)
  }
}

function firstNames(entries: readonly Entry[]): string {
  const names = entries
    .slice(0, MAX_NAMES)
    .map(({ id }) => id)
    .join(', ')
  return entries.length > MAX_NAMES ? `${names} and ${entries.length - MAX_NAMES} more` : names
}

/** In words what is about an entry that is not there; undefined where nothing is lost by that, and for a leaf, whose reader says it. */
function danglingReference(entry: Entry, byId: ReadonlyMap<string, Entry>): string | undefined {
  const about = linksOf(entry).find(({ field }) => field !== 'parentId')
  if (about === undefined || byId.has(about.id)) return undefined
  switch (entry.type) {
    case 'label':
      return `The label ${entry.id} is for ${about.id}, which is missing.`
    case 'context_edit':
      return `The edit ${entry.id} is of ${about.id}, which is missing.`
    case 'compaction':
      if (entry.retainedTail !== undefined) return undefined
      return `The compaction ${entry.id} keeps from ${about.id}, which is missing: nothing is kept.`
    case 'branch_summary':
      return `The branch summary ${entry.id} comes from ${about.id}, which is missing.`
    default:
      return undefined
  }
}

function isAbove(parent: Entry, entry: Entry): boolean {
  const [upper, lower] = [parent.source?.line, entry.source?.line]
  return upper !== undefined && lower !== undefined && upper < lower
}

/** Every cycle once, each starting with its first entry in file order. */
function cycles(entries: readonly Entry[], byId: ReadonlyMap<EntryId, Entry>): Entry[][] {
  const walkOf = new Map<EntryId, number>()
  const found: Entry[][] = []
  for (const [walk, start] of entries.entries()) {
    let at: Entry | undefined = start
    while (at !== undefined && !walkOf.has(at.id)) {
      walkOf.set(at.id, walk)
      at = at.parentId === null ? undefined : byId.get(at.parentId)
    }
    if (at !== undefined && walkOf.get(at.id) === walk) found.push(cycleThrough(at, byId))
  }
  return found
}

function cycleThrough(start: Entry, byId: ReadonlyMap<EntryId, Entry>): Entry[] {
  const cycle = [start]
  for (let at = parentOf(start, byId); at !== undefined && at.id !== start.id; at = parentOf(at, byId)) cycle.push(at)
  return cycle.sort((a, b) => (a.source?.line ?? 0) - (b.source?.line ?? 0))
}

function parentOf(entry: Entry, byId: ReadonlyMap<EntryId, Entry>): Entry | undefined {
  return entry.parentId === null ? undefined : byId.get(entry.parentId)
}
