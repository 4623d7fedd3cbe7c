// One entry inside a TreeIndex: its links, and its part in the piece of the tree it hangs in.
import type { Entry } from '../entry/entry.ts'
import type { ChildList } from './child-list.ts'

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

  /** Union-find over pieces (pieces.ts): the node one step nearer to the one that stands for the piece. */
  set: TreeNode = this
  /** Depth of this node less the depth of `set`. */
  offset = 0
  /** The rest is kept by the node that stands for the piece: nodes, own depth, deepest depth, top. */
  size = 1
  depth = 0
  height = 0
  top: TreeNode = this

  constructor(entry: Entry, isBranch: boolean) {
    this.entry = entry
    this.isBranch = isBranch
  }
}
