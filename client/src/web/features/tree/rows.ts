// What a row of the tree is: a turn, a branch, or the group of pieces no root leads to.
import type { Branch } from './segments.ts'

/** Rows that lie side by side at one level. Its size is known when all rows are laid out. */
export interface RowGroup {
  readonly size: number
}

interface RowPlace {
  /** Stable as long as the row exists. */
  readonly key: string
  /** 1 for the outermost rows. */
  readonly level: number
  readonly group: RowGroup
  /** Place in the group, 1 for the first. */
  readonly position: number
  /** Number of the row it is folded under; -1 at the outermost level. */
  readonly parentRow: number
}

export interface TurnRow extends RowPlace {
  readonly kind: 'turn'
  readonly branch: Branch
  /** First and last place in the branch's chain that the row stands for. */
  readonly from: number
  readonly to: number
  /** On the path one looks at. */
  readonly onPath: boolean
}

/** A whole branch (`from` 0), or the part of one that lies beyond the path on the screen. */
export interface BranchRow extends RowPlace {
  readonly kind: 'branch'
  readonly branch: Branch
  readonly from: number
  readonly to: number
  readonly open: boolean
  readonly onPath: boolean
}

export interface DetachedRow extends RowPlace {
  readonly kind: 'detached'
  readonly open: boolean
  readonly pieces: number
}

export type Row = TurnRow | BranchRow | DetachedRow

export const DETACHED_KEY = 'detached'

/** Key of the row for a branch, or for what is left of it from a place on. */
export function branchKey(branch: Branch, from = 0): string {
  return from === 0 ? `b:${branch.id}` : `r:${branch.chain[from] ?? ''}`
}

/** Key of the row for a turn, or for what is left of it from a place on. */
export function turnKey(branch: Branch, from: number): string {
  return `t:${branch.chain[from] ?? ''}`
}
