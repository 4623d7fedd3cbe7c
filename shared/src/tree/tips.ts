// Where branches end. Counted as they come and go, listed when someone asks: a long chain makes every entry a tip once.
import { isBookkeeping } from './bookkeeping.ts'
import { Latest } from './order.ts'
import { isTip, type TreeNode } from './tree-node.ts'

/** Former tips that are kept beside the tips before the list is cleared. */
const SLACK = 64

export class Tips {
  private tipCount = 0
  /** Every tip, and nodes that were one. */
  private candidates: TreeNode[] = []
  private latest = new Latest<TreeNode>()

  get count(): number {
    return this.tipCount
  }

  begin(node: TreeNode): void {
    this.tipCount += 1
    this.candidates.push(node)
    this.latest.offer(node)
    if (this.candidates.length > 2 * this.tipCount + SLACK) this.all()
  }

  end(): void {
    this.tipCount -= 1
  }

  /** In no order. */
  all(): readonly TreeNode[] {
    this.candidates = [...new Set(this.candidates)].filter(isTip)
    return this.candidates
  }

  /** The latest tip whose own branch is not only bookkeeping, else the latest of all. O(1) where the latest tip will do. */
  newest(): TreeNode | undefined {
    const latest = this.latestOfAll()
    if (this.latest.every(goesOn)) return latest
    const going = new Latest<TreeNode>()
    for (const node of this.all()) if (goesOn(node)) going.offer(node)
    return going.value ?? latest
  }

  private latestOfAll(): TreeNode | undefined {
    if (!this.latest.every(isTip)) {
      this.latest = new Latest()
      for (const node of this.all()) this.latest.offer(node)
    }
    return this.latest.value
  }
}

/** Whether anything between a tip and where its branch starts goes on with the session. */
function goesOn(tip: TreeNode): boolean {
  for (let at: TreeNode | null = tip; at !== null; at = at.parent) {
    if (!isBookkeeping(at.entry)) return true
    if (at.parent !== null && at.parent.branchCount > 1) return false
  }
  return false
}
