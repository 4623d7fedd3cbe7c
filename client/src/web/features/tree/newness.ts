// What arrived in a branch since one last looked at it. Kept in memory, per session and page.
import type { Branch, Cut } from './segments.ts'

export class Newness {
  /** Entries of each branch that were there when one looked, by its id. */
  private readonly seen = new Map<string, number>()
  private started = false

  /** What is there at the first sync is not new. */
  start(cut: Cut): void {
    if (this.started) return
    this.started = true
    for (const branch of cut.branches) this.seen.set(branch.id, branch.chain.length)
  }

  /** Marks a branch as read up to a place of its chain. */
  look(branch: Branch, at: number): void {
    this.seen.set(branch.id, Math.max(this.seen.get(branch.id) ?? 0, at + 1))
  }

  /** Entries of a branch that arrived since. */
  of(branch: Branch): number {
    return this.started ? branch.chain.length - (this.seen.get(branch.id) ?? 0) : 0
  }
}
