// The tree cut into branches: chains of entries without a choice, each with the lane it keeps.
// A branch goes on with the first child; every later child begins one of its own. Follows a TreeIndex as it grows:
// what was decided once stays, so that no row changes its place because others write (UI1).
import { isFact, type DetachedReason, type EntryId, type TreeIndex } from '@coppice/shared'
import { laneToTheRight } from './lanes.ts'
import { turnAt, TurnSplitter, type Turn } from './turns.ts'

export interface Branch {
  /** Its first entry. */
  readonly id: EntryId
  /** Null for roots and for the tops of detached pieces. */
  readonly parent: Branch | null
  /** Place in the parent's chain of the entry it grew from; -1 without a parent. */
  readonly forkAt: number
  readonly lane: number
  /** Why no root leads here; null when one does. */
  readonly cut: DetachedReason | null
  /** Its own entries, first to last. Grows at the end only. */
  readonly chain: readonly EntryId[]
  readonly turns: readonly Turn[]
  /** Branches that grew from its entries, by place in the chain, in order of arrival. */
  readonly sides: ReadonlyMap<number, readonly Branch[]>
}

export interface Place {
  readonly branch: Branch
  /** Place in the branch's chain. */
  readonly at: number
}

class GrowingBranch implements Branch {
  readonly chain: EntryId[] = []
  readonly splitter = new TurnSplitter()
  readonly sides = new Map<number, GrowingBranch[]>()
  readonly id: EntryId
  readonly parent: GrowingBranch | null
  readonly forkAt: number
  readonly lane: number
  readonly cut: DetachedReason | null

  constructor(id: EntryId, from: GrowingPlace | null, lane: number, cut: DetachedReason | null) {
    this.id = id
    this.parent = from?.branch ?? null
    this.forkAt = from?.at ?? -1
    this.lane = lane
    this.cut = cut
  }

  get turns(): readonly Turn[] {
    return this.splitter.turns
  }
}

interface GrowingPlace extends Place {
  readonly branch: GrowingBranch
}

/** The tree as it is cut at one moment: a new object whenever something changed, though what it shows is shared. */
export interface Cut {
  /** Branches that begin at a root, in order. */
  readonly roots: readonly Branch[]
  /** Branches that begin where no root leads. */
  readonly detached: readonly Branch[]
  readonly branches: readonly Branch[]
  find(id: EntryId): Place | undefined
}

/** All branches of one session's tree. Read after `follow`. */
export class Segments {
  private places = new Map<EntryId, GrowingPlace>()
  private all: GrowingBranch[] = []
  private tops: GrowingBranch[] = []
  private pieces: GrowingBranch[] = []
  /** Survives a fresh cut, so that a lane is given once. */
  private readonly lanes = new Map<EntryId, number>()
  private newest: Cut = this.newCut()
  private seen = { version: -1, forkVersion: -1, live: false }

  /** What `follow` found last. */
  get cut(): Cut {
    return this.newest
  }

  find(id: EntryId): Place | undefined {
    return this.places.get(id)
  }

  /**
   * Takes in what is new in the index. Before the first sync (`live` false) the order of siblings is still open, so the
   * tree is cut afresh each time; afterwards it only grows. O(branches + new entries), no recursion.
   * Returns false when there was nothing new.
   */
  follow(index: TreeIndex, live: boolean): boolean {
    const { version, forkVersion } = index
    if (version === this.seen.version && live === this.seen.live) return false
    const pieces = index.detached()
    const settled = live && this.seen.live
    if (!settled) this.lanes.clear()
    if (!settled || this.pieces.some((piece) => !index.isDetached(piece.id))) this.reset()
    const forked = forkVersion !== this.seen.forkVersion || this.all.length === 0
    for (const branch of this.all) this.grow(branch, index)
    if (forked) this.addForks(index)
    for (const piece of pieces) {
      if (this.places.has(piece.topId) || isOnlyAFact(piece.topId, index)) continue
      this.pieces.push(this.beginTop(piece.topId, piece.reason, index))
    }
    this.seen = { version, forkVersion, live }
    this.newest = this.newCut()
    return true
  }

  private newCut(): Cut {
    return { roots: this.tops, detached: this.pieces, branches: this.all, find: (id) => this.find(id) }
  }

  private reset(): void {
    this.places = new Map()
    this.all = []
    this.tops = []
    this.pieces = []
  }

  private addForks(index: TreeIndex): void {
    for (const root of index.branches(null))
      if (!this.places.has(root)) this.tops.push(this.beginTop(root, null, index))
    for (const point of index.branchPoints()) {
      const place = this.places.get(point)
      if (place !== undefined) for (const side of this.beginSides(place, index)) this.grow(side, index)
    }
  }

  private beginTop(id: EntryId, cut: DetachedReason | null, index: TreeIndex): GrowingBranch {
    const branch = new GrowingBranch(id, null, 0, cut)
    this.append(branch, id, index)
    this.grow(branch, index)
    return branch
  }

  /** Follows first children down to the tip; then does the same for the branches that begin on the way. No recursion. */
  private grow(start: GrowingBranch, index: TreeIndex): void {
    const growing = [start]
    for (let branch = growing.pop(); branch !== undefined; branch = growing.pop()) {
      const forks: GrowingPlace[] = []
      for (let tip = branch.chain.at(-1); tip !== undefined;) {
        const children = index.branches(tip)
        if (children.length > 1) forks.push({ branch, at: branch.chain.length - 1 })
        tip = children.find((child) => !this.places.has(child))
        if (tip !== undefined) this.append(branch, tip, index)
      }
      for (const fork of forks) growing.push(...this.beginSides(fork, index))
    }
  }

  /** Begins a branch for each child that has none yet; their chains are still one entry long. */
  private beginSides({ branch, at }: GrowingPlace, index: TreeIndex): GrowingBranch[] {
    const fork = branch.chain[at]
    if (fork === undefined) return []
    const begun: GrowingBranch[] = []
    for (const child of index.branches(fork)) {
      if (this.places.has(child)) continue
      const siblings = branch.sides.get(at) ?? []
      branch.sides.set(at, siblings)
      const lane = this.laneFor(child, siblings.at(-1)?.lane ?? branch.lane)
      const side = new GrowingBranch(child, { branch, at }, lane, null)
      this.append(side, child, index)
      siblings.push(side)
      begun.push(side)
    }
    return begun
  }

  private laneFor(id: EntryId, leftNeighbour: number): number {
    const kept = this.lanes.get(id)
    const lane = kept !== undefined && kept > leftNeighbour ? kept : laneToTheRight(leftNeighbour)
    this.lanes.set(id, lane)
    return lane
  }

  private append(branch: GrowingBranch, id: EntryId, index: TreeIndex): void {
    if (branch.chain.length === 0) this.all.push(branch)
    this.places.set(id, { branch, at: branch.chain.length })
    branch.chain.push(id)
    const entry = index.get(id)
    if (entry !== undefined) branch.splitter.push(entry)
  }
}

const known = new WeakMap<TreeIndex, Segments>()

/** The branches of an index as they are now. Followed once per index, so that every part of the screen cuts alike. */
export function segmentsOf(index: TreeIndex, live: boolean): Cut {
  const segments = known.get(index) ?? new Segments()
  known.set(index, segments)
  segments.follow(index, live)
  return segments.cut
}

function isOnlyAFact(id: EntryId, index: TreeIndex): boolean {
  const entry = index.get(id)
  return entry !== undefined && isFact(entry) && index.branches(id).length === 0
}

/** The turn of an entry, counted from its root: 1 for the first. Another answer has the number of the turn it answers. */
export function turnNumber({ branch, at }: Place): number {
  let number = 0
  let place: Place | null = { branch, at }
  while (place !== null) {
    const turn = turnAt(place.branch.turns, place.at)
    const parent: Branch | null = place.branch.parent
    const beginsWithPrompt = parent === null || place.branch.turns[0]?.promptAt !== -1
    number += turn + (beginsWithPrompt ? 1 : 0)
    place = parent === null ? null : { branch: parent, at: place.branch.forkAt }
  }
  return number
}
