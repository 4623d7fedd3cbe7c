// How entries become a forest: puts each arriving entry into its place, keeps pieces whose parent is missing until it
// comes, opens cycles, and counts what branches. TreeIndex is the side that is read.
import { isFact, type Entry } from '../entry/entry.ts'
import { ChildList } from './child-list.ts'
import { compareSiblings } from './order.ts'
import { extendPiece, joinPieces, pieceOf, recountPiece, topOf, type Piece } from './pieces.ts'
import { Tips } from './tips.ts'
import { isTip, TreeNode } from './tree-node.ts'

const NONE: readonly TreeNode[] = []

export class Forest {
  readonly nodes = new Map<string, TreeNode>()
  readonly roots = new ChildList([])
  readonly detachedTops = new Set<TreeNode>()
  readonly tips = new Tips()
  readonly branchPoints = new Set<TreeNode>()
  /** Rises when a branch starts or ends to be one. */
  forkVersion = 0
  isLive = false
  /** Nodes whose parent is not there yet, by the parent's id. */
  private readonly waiting = new Map<string, TreeNode[]>()
  /** Null: to be counted anew. */
  private longest: number | null = 0

  /** O(1) amortised, whatever the order. False for an id that is there already. */
  add(entry: Entry): boolean {
    if (this.nodes.has(entry.id)) return false
    const node = new TreeNode(entry, !isFact(entry))
    this.nodes.set(entry.id, node)
    const children = this.takeWaiting(entry.id)
    const parent = entry.parentId === null ? undefined : this.nodes.get(entry.parentId)
    if (node.isBranch) this.tips.begin(node)
    if (parent !== undefined && parent !== node && children.length === 0) this.grow(node, parent)
    else this.place(node, parent, children)
    return true
  }

  /** Entries on the longest chain from a root or a missing parent down; cycles have no length. */
  longestPath(): number {
    if (this.longest === null) {
      this.longest = 0
      for (const top of [...this.roots.all(), ...this.detachedTops]) this.noteLength(pieceOf(top))
    }
    return this.longest
  }

  /** The common case: a new leaf below an entry that is there. */
  private grow(node: TreeNode, parent: TreeNode): void {
    this.link(node, parent)
    this.noteLength(extendPiece(node, parent))
  }

  private place(node: TreeNode, parent: TreeNode | undefined, children: readonly TreeNode[]): void {
    for (const child of children) this.hang(child, node)
    const { parentId } = node.entry
    if (parentId === null) this.plant(node)
    else if (parent === undefined) this.keepWaiting(node, parentId)
    else if (topOf(parent) === node) this.openCycle(node, parent)
    else this.hang(node, parent)
    this.noteLength(pieceOf(node))
    if (children.length > 0 && topOf(node).cut === 'cycle') this.longest = null
  }

  private plant(node: TreeNode): void {
    this.roots.add(node, this.isLive)
    if (node.isBranch) this.rootBranches()
  }

  private keepWaiting(node: TreeNode, parentId: string): void {
    node.cut = 'missing_parent'
    this.detachedTops.add(node)
    const others = this.waiting.get(parentId)
    if (others === undefined) this.waiting.set(parentId, [node])
    else others.push(node)
  }

  private takeWaiting(id: string): readonly TreeNode[] {
    const children = this.waiting.get(id)
    if (children === undefined) return NONE
    this.waiting.delete(id)
    for (const child of children) {
      child.cut = null
      this.detachedTops.delete(child)
    }
    return children
  }

  private hang(top: TreeNode, parent: TreeNode): void {
    this.link(top, parent)
    joinPieces(top, parent)
  }

  private link(node: TreeNode, parent: TreeNode): void {
    node.parent = parent
    if (parent.children === null) parent.children = new ChildList([node])
    else parent.children.add(node, this.isLive)
    if (node.isBranch) this.branchBegins(node)
  }

  /**
   * `node` closes a ring: its parent hangs below it. The first entry of the ring in sibling order becomes the top of a
   * detached piece, so the outcome does not depend on which entry came last. O(size of the piece), once per ring.
   */
  private openCycle(node: TreeNode, parent: TreeNode): void {
    let top = node
    for (let member: TreeNode | null = parent; member !== null && member !== node; member = member.parent)
      if (compareSiblings(member.entry, top.entry) < 0) top = member
    const above = top.parent
    if (above !== null) {
      above.children?.remove(top)
      if (top.isBranch) this.branchEnds(above)
      top.parent = null
      this.link(node, parent)
    }
    top.cut = 'cycle'
    this.detachedTops.add(top)
    recountPiece(top)
    this.longest = null
  }

  /** A child that is a branch came to its parent: facts above it become links of the chain (TR6). */
  private branchBegins(node: TreeNode): void {
    for (let parent = node.parent; parent !== null; parent = parent.parent) {
      if (isTip(parent)) this.tips.end()
      parent.branchCount += 1
      parent.children?.forgetBranches()
      if (parent.branchCount === 2) this.branchPoints.add(parent)
      if (parent.branchCount > 1) this.forkVersion += 1
      if (parent.isBranch) return
      parent.isBranch = true
      if (parent.entry.parentId === null) this.rootBranches()
    }
  }

  /** The counterpart, for the one link that opening a cycle takes away. */
  private branchEnds(from: TreeNode): void {
    for (let parent: TreeNode | null = from; parent !== null; parent = parent.parent) {
      parent.branchCount -= 1
      parent.children?.forgetBranches()
      this.forkVersion += 1
      if (parent.branchCount < 2) this.branchPoints.delete(parent)
      if (parent.branchCount > 0) return
      if (!isFact(parent.entry)) {
        this.tips.begin(parent)
        return
      }
      parent.isBranch = false
    }
  }

  private rootBranches(): void {
    this.roots.forgetBranches()
    this.forkVersion += 1
  }

  private noteLength(piece: Piece): void {
    if (this.longest === null || piece.top.cut === 'cycle') return
    this.longest = Math.max(this.longest, piece.height + 1)
  }
}
