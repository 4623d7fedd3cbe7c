// The rows of the tree, in order: one per turn on the path one looks at, one per branch beside it.
// Pure: from the branches, the path on the screen and what is folded. Order: a turn, then the branches that grew from it in
// order of arrival, then the next turn, so that a new entry moves no row relative to another (UI1).
import type { EntryId } from '@coppice/shared'
import { branchKey, DETACHED_KEY, turnKey, type Row } from './rows.ts'
import type { Branch, Cut, Place } from './segments.ts'
import { turnAt } from './turns.ts'

export interface OutlineOptions {
  /** Last entry of the path one looks at. */
  readonly endId: EntryId | null
  /** What the person folded or unfolded by hand, by row key; else a branch is open when it is on the path. */
  readonly choices: ReadonlyMap<string, boolean>
  /** Only these turns, with the branches that lead to them. Absent: all. */
  readonly found?: Found
}

/** What a search found. */
export interface Found {
  has(branch: Branch, turn: number): boolean
  /** The branch, or one that grew from it, holds something that was found. */
  leadsToFound(branch: Branch): boolean
}

export interface Outline {
  readonly rows: readonly Row[]
  /** Number of a row by its key. */
  readonly numberOf: ReadonlyMap<string, number>
  /** Number of the row in which an entry is to be found, folded away or not; undefined when it is in none. */
  rowOfEntry(id: EntryId): number | undefined
}

/** Builds the rows. O(rows), no recursion. */
export function outlineOf(cut: Cut, options: OutlineOptions): Outline {
  const builder = new OutlineBuilder(cut, options)
  const rows = builder.build()
  return { rows, numberOf: builder.numberOf, rowOfEntry: (id) => builder.rowOfEntry(id) }
}

/** Where rows are put: under which row, at which level, among which others. */
interface Slot {
  readonly level: number
  readonly group: { size: number }
  readonly parentRow: number
}

/** A branch whose rows are being laid out. */
interface Frame {
  readonly branch: Branch
  readonly slot: Slot
  /** Last place on the path; what lies beyond folds into a row of its own. */
  readonly cut: number
  /** Next place in the chain. */
  at: number
  /** The branches that grew from the turn laid out last. */
  sides: Iterator<Branch>
}

class OutlineBuilder {
  readonly numberOf = new Map<string, number>()
  private readonly rows: Row[] = []
  private readonly frames: Frame[] = []
  private readonly path: ReadonlyMap<Branch, number>
  private readonly tree: Cut
  private readonly options: OutlineOptions

  constructor(cut: Cut, options: OutlineOptions) {
    this.tree = cut
    this.options = options
    this.path = pathThrough(cut, options.endId)
  }

  build(): readonly Row[] {
    const slot = { level: 1, group: { size: 0 }, parentRow: -1 }
    for (const root of this.tree.roots) {
      if (!this.isWanted(root)) continue
      // The first root needs no row of its own: its turns are the trunk.
      const isTrunk = root === this.tree.roots[0] && (this.path.has(root) || this.options.found !== undefined)
      if (isTrunk) this.open(root, 0, slot)
      else this.addBranch(root, 0, slot)
      this.drain()
    }
    this.addDetached(slot)
    return this.rows
  }

  rowOfEntry(id: EntryId): number | undefined {
    for (let place = this.tree.find(id); place !== undefined; place = forkOf(place.branch)) {
      const { branch, at } = place
      const beyond = (this.path.get(branch) ?? branch.chain.length) + 1
      const begin = branch.turns[turnAt(branch.turns, at)]?.from ?? 0
      const row =
        this.numberOf.get(turnKey(branch, at < beyond ? begin : Math.max(begin, beyond))) ??
        (at < beyond ? undefined : this.numberOf.get(branchKey(branch, beyond))) ??
        this.numberOf.get(branchKey(branch))
      if (row !== undefined) return row
      if (branch.cut !== null) return this.numberOf.get(DETACHED_KEY)
    }
    return undefined
  }

  private addDetached(slot: Slot): void {
    const pieces = this.tree.detached.filter((piece) => this.isWanted(piece))
    if (pieces.length === 0) return
    const open = this.options.choices.get(DETACHED_KEY) ?? true
    const row = this.push({ ...taken(slot), kind: 'detached', key: DETACHED_KEY, open, pieces: pieces.length })
    if (!open) return
    const inner = { level: 2, group: { size: 0 }, parentRow: row }
    for (const piece of pieces) {
      this.addBranch(piece, 0, inner)
      this.drain()
    }
  }

  /** Lays out what is waiting, innermost first: a branch's rows come before its parent goes on. */
  private drain(): void {
    for (let frame = this.frames.at(-1); frame !== undefined; frame = this.frames.at(-1))
      if (!this.step(frame)) this.frames.pop()
  }

  /** One side branch or one turn of a frame. False when the branch is done. */
  private step(frame: Frame): boolean {
    const { branch, slot } = frame
    const side = frame.sides.next()
    if (side.done !== true) {
      if (this.isWanted(side.value)) this.addBranch(side.value, 0, slot)
      return true
    }
    if (frame.at >= branch.chain.length) return false
    if (frame.at > frame.cut) {
      this.addBranch(branch, frame.at, slot)
      frame.at = branch.chain.length
      return true
    }
    const from = frame.at
    const turn = turnAt(branch.turns, from)
    const to = Math.min((branch.turns[turn + 1]?.from ?? branch.chain.length) - 1, frame.cut)
    const onPath = from <= (this.path.get(branch) ?? -1)
    if (this.options.found?.has(branch, turn) ?? true)
      this.push({ ...taken(slot), kind: 'turn', key: turnKey(branch, from), branch, from, to, onPath })
    frame.sides = sidesBetween(branch, from, to)
    frame.at = to + 1
    return true
  }

  private addBranch(branch: Branch, from: number, slot: Slot): void {
    const key = branchKey(branch, from)
    const onPath = from === 0 && this.path.has(branch)
    const open = this.options.found !== undefined || (this.options.choices.get(key) ?? onPath)
    const to = branch.chain.length - 1
    const row = this.push({ ...taken(slot), kind: 'branch', key, branch, from, to, open, onPath })
    if (open) this.open(branch, from, { level: slot.level + 1, group: { size: 0 }, parentRow: row })
  }

  private open(branch: Branch, from: number, slot: Slot): void {
    const last = branch.chain.length - 1
    const isCut = from === 0 && this.options.found === undefined
    const cut = isCut ? (this.path.get(branch) ?? last) : last
    this.frames.push({ branch, slot, cut, at: from, sides: sidesBetween(branch, 0, -1) })
  }

  private isWanted(branch: Branch): boolean {
    return this.options.found?.leadsToFound(branch) ?? true
  }

  private push(row: Row): number {
    this.numberOf.set(row.key, this.rows.length)
    return this.rows.push(row) - 1
  }
}

/** Takes the next place in a slot's group. */
function taken({ level, group, parentRow }: Slot) {
  group.size += 1
  return { level, group, position: group.size, parentRow }
}

/** The last place of each branch's chain that is on the path to an entry. */
function pathThrough(cut: Cut, endId: EntryId | null): ReadonlyMap<Branch, number> {
  const path = new Map<Branch, number>()
  const end = endId === null ? undefined : cut.find(endId)
  for (let place = end; place !== undefined; place = forkOf(place.branch)) path.set(place.branch, place.at)
  return path
}

function forkOf({ parent, forkAt }: Branch): Place | undefined {
  return parent === null ? undefined : { branch: parent, at: forkAt }
}

function* sidesBetween(branch: Branch, from: number, to: number): Generator<Branch> {
  if (branch.sides.size === 0) return
  for (let at = from; at <= to; at += 1) yield* branch.sides.get(at) ?? []
}
