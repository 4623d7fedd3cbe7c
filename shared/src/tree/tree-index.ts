// The tree of a session: fed entry by entry in any order, always ready to be read.
// Pure and incremental; it holds the entries it was given and never changes them.
import type { Entry } from '../entry/entry.ts'
import type { EntryId } from '../entry/ids.ts'
import type { LabelEntry } from '../entry/label.ts'
import type { SessionInfoEntry } from '../entry/session-info.ts'
import type { ChildList } from './child-list.ts'
import { Facts } from './facts.ts'
import { Forest } from './forest.ts'
import { compareSiblings, isLater } from './order.ts'
import { depthOf, pieceOf, topOf } from './pieces.ts'
import type { DetachedReason, TreeNode } from './tree-node.ts'

/** A part of the tree whose top hangs below nothing: its parent is unknown, or below it. */
export interface DetachedPiece {
  readonly topId: EntryId
  readonly reason: DetachedReason
}

export interface TreeCounts {
  readonly entries: number
  readonly roots: number
  /** Detached pieces, not the entries in them. */
  readonly detached: number
  readonly tips: number
  readonly branchPoints: number
  /** Entries on the longest chain from a root or a missing parent down. */
  readonly longestPath: number
}

export interface PathBelow {
  readonly above: EntryId | null
  readonly entries: readonly Entry[]
}

const NO_IDS: readonly EntryId[] = []

export class TreeIndex {
  private readonly forest = new Forest()
  private readonly facts = new Facts()
  private changes = 0

  /** Adds an entry; an id that is there already is ignored and answered with false. O(1) amortised, in any order. */
  add(entry: Entry): boolean {
    if (!this.forest.add(entry)) return false
    this.facts.note(entry)
    this.changes += 1
    return true
  }

  /** From here on siblings are appended after those already there, so that rows never jump (TR5). */
  markLive(): void {
    this.forest.isLive = true
  }

  /** All entries, facts included. */
  get size(): number {
    return this.forest.nodes.size
  }

  /** Rises with each add that changed something. */
  get version(): number {
    return this.changes
  }

  /** Rises when a branch starts or ends to be one: names of branches hold as long as it stands still. */
  get forkVersion(): number {
    return this.forest.forkVersion
  }

  /** All entries, in the order they were added. */
  *entries(): Generator<Entry> {
    for (const { entry } of this.forest.nodes.values()) yield entry
  }

  has(id: EntryId): boolean {
    return this.forest.nodes.has(id)
  }

  get(id: EntryId): Entry | undefined {
    return this.forest.nodes.get(id)?.entry
  }

  /** Children in order, facts included; of null: the roots. The same array until something changes. */
  children(id: EntryId | null): readonly EntryId[] {
    return this.listOf(id)?.ids() ?? NO_IDS
  }

  /** Children that are branches: no pure facts. A fact with a non-fact below it is a link of the chain and counts. */
  branches(id: EntryId | null): readonly EntryId[] {
    return this.listOf(id)?.branches() ?? NO_IDS
  }

  /** Null for roots; undefined for unknown ids and for the tops of detached pieces. */
  parentOf(id: EntryId): EntryId | null | undefined {
    const node = this.forest.nodes.get(id)
    if (node === undefined || node.cut !== null) return undefined
    return node.parent === null ? null : node.parent.entry.id
  }

  roots(): readonly EntryId[] {
    return this.forest.roots.ids()
  }

  /** In order of their tops. The top of a cycle is the first of its entries in that order. */
  detached(): readonly DetachedPiece[] {
    return inOrder(this.forest.detachedTops).flatMap(({ entry, cut }) =>
      cut === null ? [] : [{ topId: entry.id, reason: cut }],
    )
  }

  isDetached(id: EntryId): boolean {
    return this.cutOf(id) !== null
  }

  /** The top of the detached piece an entry hangs in; null when a root leads to it, and for unknown ids. */
  cutOf(id: EntryId): DetachedPiece | null {
    const node = this.forest.nodes.get(id)
    if (node === undefined) return null
    const top = topOf(node)
    return top.cut === null ? null : { topId: top.entry.id, reason: top.cut }
  }

  /** 0 for a root and for an unknown id; in a detached piece counted from its top. */
  depthOf(id: EntryId): number {
    const node = this.forest.nodes.get(id)
    return node === undefined ? 0 : depthOf(node)
  }

  /** Root first. Starts at the top of the piece where no root leads to the entry. [] for an unknown id or null (PA1). */
  pathTo(id: EntryId | null): readonly Entry[] {
    const path: Entry[] = []
    for (let node = this.find(id); node !== null; node = node.parent) path.push(node.entry)
    return path.toReversed()
  }

  /**
   * The lower end of a path: from below the nearest entry that `isKnown`, which may be the entry itself, down to `id`.
   * `above` is that entry, or null when none is known and the whole path is given.
   */
  pathBelow(id: EntryId, isKnown: (id: EntryId) => boolean): PathBelow {
    const entries: Entry[] = []
    for (let node = this.find(id); node !== null; node = node.parent) {
      if (isKnown(node.entry.id)) return { above: node.entry.id, entries: entries.toReversed() }
      entries.push(node.entry)
    }
    return { above: null, entries: entries.toReversed() }
  }

  /** Strict: an entry is not its own ancestor. O(distance). */
  isAncestor(ancestor: EntryId, of: EntryId): boolean {
    const upper = this.forest.nodes.get(ancestor)
    const lower = this.forest.nodes.get(of)
    if (upper === undefined || lower === undefined || pieceOf(upper) !== pieceOf(lower)) return false
    const steps = depthOf(lower) - depthOf(upper)
    return steps > 0 && climb(lower, steps) === upper
  }

  /** The deepest entry on both paths, which may be one of the two; null when they share none. */
  commonAncestor(a: EntryId, b: EntryId): EntryId | null {
    let left = this.find(a)
    let right = this.find(b)
    if (left === null || right === null || pieceOf(left) !== pieceOf(right)) return null
    const steps = depthOf(left) - depthOf(right)
    left = climb(left, steps)
    right = climb(right, -steps)
    while (left !== right) {
      left = left?.parent ?? null
      right = right?.parent ?? null
    }
    return left?.entry.id ?? null
  }

  /** Where branches end: entries with nothing but facts below them, facts themselves not counted. */
  tips(): readonly EntryId[] {
    return inOrder(this.forest.tips.all()).map((node) => node.entry.id)
  }

  /** Entries with two or more branches below them. */
  branchPoints(): readonly EntryId[] {
    return inOrder(this.forest.branchPoints).map((node) => node.entry.id)
  }

  /**
   * Where one stands without a known leaf: the newest tip that is not only bookkeeping, or the target of a `leaf` entry that is newer still (a file
   * of Pi's harness says so; its target may be null). Null when there is no tip.
   */
  newestTip(): EntryId | null {
    const tip = this.forest.tips.newest()?.entry
    const move = this.facts.lastMove()
    if (move === undefined || (tip !== undefined && isLater(tip, move))) return tip?.id ?? null
    if (move.targetId === null) return null
    return this.forest.nodes.get(move.targetId)?.entry.id ?? tip?.id ?? null
  }

  /** The latest label of a target, trimmed; undefined when it has none or a blank one. */
  labelOf(id: EntryId): string | undefined {
    return shown(this.facts.lastLabel(id)?.label)
  }

  /** The latest name of the session, trimmed and on one line. */
  sessionName(): string | undefined {
    return shown(this.facts.lastName()?.name?.replaceAll(/\s*[\r\n]+\s*/g, ' '))
  }

  /** The entry behind `labelOf`, one that clears the label included. */
  lastLabel(id: EntryId): LabelEntry | undefined {
    return this.facts.lastLabel(id)
  }

  /** The entry behind `sessionName`, one that clears the name included. */
  lastName(): SessionInfoEntry | undefined {
    return this.facts.lastName()
  }

  counts(): TreeCounts {
    return {
      entries: this.size,
      roots: this.forest.roots.all().length,
      detached: this.forest.detachedTops.size,
      tips: this.forest.tips.count,
      branchPoints: this.forest.branchPoints.size,
      longestPath: this.forest.longestPath(),
    }
  }

  private find(id: EntryId | null): TreeNode | null {
    return (id === null ? null : this.forest.nodes.get(id)) ?? null
  }

  private listOf(id: EntryId | null): ChildList | null {
    return id === null ? this.forest.roots : (this.find(id)?.children ?? null)
  }
}

function inOrder(nodes: Iterable<TreeNode>): TreeNode[] {
  return [...nodes].sort((a, b) => compareSiblings(a.entry, b.entry))
}

function climb(node: TreeNode | null, steps: number): TreeNode | null {
  let at = node
  for (let left = steps; left > 0 && at !== null; left -= 1) at = at.parent
  return at
}

function shown(text: string | null | undefined): string | undefined {
  const trimmed = text?.trim()
  return trimmed === '' ? undefined : trimmed
}
