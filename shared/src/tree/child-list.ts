// The children of one entry, or the roots: in order, however they arrive.
import type { EntryId } from '../entry/ids.ts'
import { compareSiblings } from './order.ts'
import type { TreeNode } from './tree-node.ts'

const byOrder = (a: TreeNode, b: TreeNode): number => compareSiblings(a.entry, b.entry)

export class ChildList {
  private readonly nodes: TreeNode[]
  private isSorted = true
  private allIds: readonly EntryId[] | null = null
  private branchIds: readonly EntryId[] | null = null

  /** @param nodes in order; the list is this list's own from here on. */
  constructor(nodes: TreeNode[]) {
    this.nodes = nodes
  }

  /**
   * O(1): a node that comes out of order is put right at the next reading.
   * @param isLive append after those already there, so that rows never jump (TR5).
   */
  add(node: TreeNode, isLive: boolean): void {
    if (isLive) this.sort()
    const last = this.nodes.at(-1)
    if (!isLive && last !== undefined && byOrder(last, node) > 0) this.isSorted = false
    this.nodes.push(node)
    this.forget()
  }

  remove(node: TreeNode): void {
    this.nodes.splice(this.nodes.indexOf(node), 1)
    this.forget()
  }

  /** A child became a branch, or stopped being one. */
  forgetBranches(): void {
    this.branchIds = null
  }

  all(): readonly TreeNode[] {
    this.sort()
    return this.nodes
  }

  /** The same array until something changes. */
  ids(): readonly EntryId[] {
    this.allIds ??= this.all().map((node) => node.entry.id)
    return this.allIds
  }

  branches(): readonly EntryId[] {
    this.branchIds ??= this.all()
      .filter((node) => node.isBranch)
      .map((node) => node.entry.id)
    return this.branchIds
  }

  private sort(): void {
    if (this.isSorted) return
    this.nodes.sort(byOrder)
    this.isSorted = true
    this.forget()
  }

  private forget(): void {
    this.allIds = null
    this.branchIds = null
  }
}
