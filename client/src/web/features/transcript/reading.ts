// What is remembered about reading one session on this page: places in branches, what was unfolded, the last path.
import type { DetachedReason, Entry, EntryId, ReplyDraft, TreeIndex } from '@coppice/shared'
import type { Session } from '../../../sdk/types.ts'
import type { Item } from './items.ts'
import { draftItem, PathItems, type Items } from './path-items.ts'
import { ScrollMemory } from './scroll-memory.ts'

/** A path that grew by more than this is read anew. */
const MOST_NEW = 1_000

interface ReadPath {
  /** A fresh copy of the session is another index. */
  readonly index: TreeIndex
  readonly endId: EntryId | null
  /** Entries above the end: fewer than now means that the top moved, because a missing parent arrived. */
  readonly depth: number
  readonly cut: DetachedReason | null
  readonly builder: PathItems
  readonly items: Items
}

export class Reading {
  readonly memory = new ScrollMemory()
  /** Ids of details that are unfolded. */
  readonly unfolded = new Set<string>()
  private last: ReadPath | undefined
  private drafted:
    | { readonly draft: ReplyDraft; readonly settled: readonly Item[]; readonly items: readonly Item[] }
    | undefined

  /** The items of the path to an entry; the same object until that path changes. Cheap where it grew at its end. */
  itemsOn(index: TreeIndex, endId: EntryId | null): Items {
    const cut = endId === null ? null : (index.cutOf(endId)?.reason ?? null)
    const depth = endId !== null && index.has(endId) ? index.depthOf(endId) : -1
    const last = this.last?.index === index ? this.last : undefined
    if (last?.endId === endId && last.depth === depth && last.cut === cut) return last.items
    const more = last === undefined || last.cut !== cut ? undefined : entriesBetween(index, last, endId, depth)
    const builder = more === undefined || last === undefined ? new PathItems(cut) : last.builder
    for (const entry of more ?? index.pathTo(endId)) builder.push(entry)
    this.last = { index, endId, depth, cut, builder, items: builder.soFar() }
    return this.last.items
  }

  /** The items of that path and an answer being written at its end; the same array until one of them changes. */
  withDraft(draft: ReplyDraft): readonly Item[] {
    const settled = this.last?.items.items ?? []
    if (this.drafted?.draft !== draft || this.drafted.settled !== settled)
      this.drafted = { draft, settled, items: [...settled, draftItem(draft, settled.at(-1))] }
    return this.drafted.items
  }
}

/** The entries after a path's old end, up to its new one; undefined when it is another path, or grew too much. */
function entriesBetween(
  index: TreeIndex,
  before: ReadPath,
  endId: EntryId | null,
  depth: number,
): readonly Entry[] | undefined {
  const steps = depth - before.depth
  if (endId === null || before.endId === null || steps < 1 || steps > MOST_NEW) return undefined
  const entries: Entry[] = []
  for (let id: EntryId | null | undefined = endId; id !== before.endId; id = index.parentOf(id)) {
    const entry = id === null || id === undefined || entries.length === steps ? undefined : index.get(id)
    if (id === null || id === undefined || entry === undefined) return undefined
    entries.push(entry)
  }
  return entries.length === steps ? entries.toReversed() : undefined
}

const readings = new WeakMap<Session, Reading>()

export function readingIn(session: Session): Reading {
  const reading = readings.get(session) ?? new Reading()
  readings.set(session, reading)
  return reading
}
