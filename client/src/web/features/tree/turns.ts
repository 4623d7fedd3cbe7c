// Turns: a prompt and everything an agent did up to the next prompt. The unit people talk about, and a row of the tree.
import type { Entry } from '@coppice/shared'

/** A stretch of a branch's chain: from `from` up to the next turn. It grows at its end only. */
export interface Turn {
  /** Place in the chain of its first entry. */
  readonly from: number
  /** Place of its prompt; -1 where a branch begins in the middle of a turn, with another answer. */
  readonly promptAt: number
}

/** True for what a person wrote to a model. */
export function isPrompt(entry: Entry): boolean {
  return entry.type === 'message' && entry.message.role === 'user'
}

/** Settings and summaries before a prompt belong to its turn; these are what a turn is made of. */
function isBody(entry: Entry): boolean {
  return entry.type === 'custom_message' || (entry.type === 'message' && entry.message.role !== 'system')
}

/** The turns of one chain of entries, fed entry by entry. */
export class TurnSplitter {
  private readonly split: { from: number; promptAt: number }[] = []
  private length = 0
  /** The last turn has a body: the next prompt begins another. */
  private hasBody = false

  get turns(): readonly Turn[] {
    return this.split
  }

  push(entry: Entry): void {
    const at = this.length
    this.length += 1
    const last = this.split.at(-1)
    const prompt = isPrompt(entry)
    if (last === undefined || (prompt && this.hasBody)) {
      this.split.push({ from: at, promptAt: prompt ? at : -1 })
      this.hasBody = isBody(entry)
      return
    }
    if (prompt) last.promptAt = at
    this.hasBody ||= isBody(entry)
  }
}

/** Number of the turn that holds a place of the chain. O(log n). */
export function turnAt(turns: readonly Turn[], at: number): number {
  let low = 0
  let high = turns.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    const turn = turns[middle]
    if (turn !== undefined && turn.from <= at) low = middle
    else high = middle - 1
  }
  return low
}
