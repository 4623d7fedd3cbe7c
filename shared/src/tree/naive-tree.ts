// The tree once more, worked out anew for every question, in the plainest way: what tests compare TreeIndex with.
import { isFact, type Entry } from '../entry/entry.ts'
import { isBookkeeping } from './bookkeeping.ts'
import type { DetachedReason } from './tree-node.ts'

export class NaiveTree {
  private readonly entries: readonly Entry[]

  constructor(entries: readonly Entry[]) {
    this.entries = entries
  }

  /** Top first. */
  path(id: string): string[] {
    const path: string[] = []
    for (let at = this.get(id); at !== undefined; at = this.above(at)) path.unshift(at.id)
    return path
  }

  children(parentId: string | null): string[] {
    return this.entries
      .filter((entry) => entry.parentId === parentId && (parentId === null || this.above(entry) !== undefined))
      .sort(inOrder)
      .map((entry) => entry.id)
  }

  branches(parentId: string | null): string[] {
    return this.children(parentId).filter((id) => this.isBranch(id))
  }

  detached(): { topId: string; reason: DetachedReason }[] {
    return this.entries
      .filter((entry) => entry.parentId !== null && this.above(entry) === undefined)
      .sort(inOrder)
      .map((entry) => ({
        topId: entry.id,
        reason: this.get(entry.parentId ?? '') === undefined ? 'missing_parent' : 'cycle',
      }))
  }

  tips(): string[] {
    return this.ids().filter((id) => this.isBranch(id) && this.branches(id).length === 0)
  }

  branchPoints(): string[] {
    return this.ids().filter((id) => this.branches(id).length > 1)
  }

  longestPath(): number {
    const cyclic = new Set(this.detached().flatMap(({ topId, reason }) => (reason === 'cycle' ? [topId] : [])))
    const lengths = this.entries.map((entry) => this.path(entry.id)).filter(([top = '']) => !cyclic.has(top))
    return Math.max(0, ...lengths.map((path) => path.length))
  }

  label(targetId: string): string | undefined {
    const labels = this.entries.filter((entry) => entry.type === 'label')
    return latest(labels.filter((label) => label.targetId === targetId))?.label ?? undefined
  }

  newestTip(): string | undefined {
    const tips = new Set(this.tips())
    const all = this.entries.filter((entry) => tips.has(entry.id))
    return (latest(all.filter(({ id }) => this.ownBranch(id).some((entry) => !isBookkeeping(entry)))) ?? latest(all))
      ?.id
  }

  /** From a tip up to below the nearest branch point. */
  private ownBranch(tipId: string): Entry[] {
    const path = this.path(tipId)
    const fork = path.findLastIndex((id) => this.branches(id).length > 1)
    return path.slice(fork + 1).flatMap((id) => this.get(id) ?? [])
  }

  private isBranch(id: string): boolean {
    const entry = this.get(id)
    return entry !== undefined && (!isFact(entry) || this.children(id).some((child) => this.isBranch(child)))
  }

  /** The parent, unless it is missing or the link is the one that a cycle is opened at. */
  private above(entry: Entry): Entry | undefined {
    const ring = this.ring(entry)
    if (ring.length > 0 && ring[0] === entry) return undefined
    return this.get(entry.parentId ?? '')
  }

  /** The cycle an entry lies on, first entry first; [] when it lies on none. */
  private ring(entry: Entry): Entry[] {
    const seen: Entry[] = []
    let at: Entry | undefined = entry
    while (at !== undefined && !seen.includes(at)) {
      seen.push(at)
      at = this.get(at.parentId ?? '')
    }
    return at === entry ? seen.sort(inOrder) : []
  }

  private ids(): string[] {
    return [...this.entries].sort(inOrder).map((entry) => entry.id)
  }

  private get(id: string): Entry | undefined {
    return this.entries.find((entry) => entry.id === id)
  }
}

function placeOf({ source }: Entry): number {
  return source === undefined || source.format === 'coppice' ? Infinity : source.line
}

function inOrder(a: Entry, b: Entry): number {
  const places = placeOf(a) - placeOf(b)
  return Number.isNaN(places) || places === 0 ? byTime(a, b) : places
}

function byTime(a: Entry, b: Entry): number {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? -1 : 1
  return a.id < b.id ? -1 : 1
}

/** The later of the last imported one and the latest other one. */
function latest<E extends Entry>(entries: readonly E[]): E | undefined {
  const imported = entries.filter((entry) => placeOf(entry) !== Infinity).sort(inOrder)
  const others = entries.filter((entry) => placeOf(entry) === Infinity)
  return [...others, ...imported.slice(-1)].sort(byTime).at(-1)
}
