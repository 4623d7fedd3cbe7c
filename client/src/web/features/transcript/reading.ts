// What is remembered about reading one session on this page: places in branches, what was unfolded, the last path.
import type { EntryId, ReplyDraft, TreeIndex } from '@coppice/shared'
import type { Session } from '../../../sdk/types.ts'
import { draftItem, itemsOf, type Item, type Items } from './items.ts'
import { ScrollMemory } from './scroll-memory.ts'

export class Reading {
  readonly memory = new ScrollMemory()
  /** Ids of details that are unfolded. */
  readonly unfolded = new Set<string>()
  private drafted:
    | { readonly draft: ReplyDraft; readonly settled: readonly Item[]; readonly items: readonly Item[] }
    | undefined
  private last: { readonly key: string; readonly items: Items } | undefined

  /**
   * The items of the path to an entry; the same object until that path changes. Nothing on a path ever changes but its
   * top, when a missing parent arrives.
   */
  itemsOn(index: TreeIndex, endId: EntryId | null): Items {
    const reason = endId === null ? null : (index.cutOf(endId)?.reason ?? null)
    const key = JSON.stringify([endId, reason, endId !== null && index.has(endId) ? index.depthOf(endId) : -1])
    if (this.last?.key !== key) this.last = { key, items: itemsOf(index.pathTo(endId), reason) }
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

const readings = new WeakMap<Session, Reading>()

export function readingIn(session: Session): Reading {
  const reading = readings.get(session) ?? new Reading()
  readings.set(session, reading)
  return reading
}
