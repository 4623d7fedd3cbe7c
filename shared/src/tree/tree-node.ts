// One entry inside a TreeIndex: its links, and the way to the piece of the tree it hangs in.
// There are as many of these as entries, so a field is only here when every entry needs it.
import type { Entry } from '../entry/entry.ts'
import type { ChildList } from './child-list.ts'
import type { Piece } from './pieces.ts'

/** Why the walk to a root ends early at an entry. */
export type DetachedReason = 'missing_parent' | 'cycle'

export class TreeNode {
  readonly entry: Entry
  /** The entry it hangs below; null for roots and for the tops of detached pieces. */
  parent: TreeNode | null = null
  /** Set on the top of a detached piece. */
  cut: DetachedReason | null = null
  /** Made with the first child. */
  children: ChildList | null = null
  /** Whether it is part of a branch: no fact, or a fact with such an entry below it (TR6). */
  isBranch: boolean
  /** How many of its children are. */
  branchCount = 0
  /** One step nearer to the node that stands for the piece; that one names itself (pieces.ts). */
  set: TreeNode = this
  /** Depth of this node less the depth of `set`. */
  offset = 0
  /** Only on the node that stands for the piece. */
  piece: Piece | null = null

  constructor(entry: Entry, isBranch: boolean) {
    this.entry = entry
    this.isBranch = isBranch
  }
}

/** Where a branch ends: nothing but facts below. */
export function isTip(node: TreeNode): boolean {
  return node.isBranch && node.branchCount === 0
}
