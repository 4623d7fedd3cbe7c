// What an answer took, all its steps together: time, tokens, money.
import { isTimed, type AssistantMessage, type Entry } from '@coppice/shared'

/** Parts that are not known are 0. */
export interface RunTotals {
  readonly ms: number
  readonly tokens: number
  readonly cost: number
}

/** Longer than this is no answer but somebody who came back. */
const LONGEST_MS = 6 * 3_600_000

/** Adds up along a path. The totals it hands out grow until the path has been passed. */
export class TotalsKeeper {
  private running: { ms: number; tokens: number; cost: number } | undefined
  private startedMs = Number.NaN
  private lastMs = Number.NaN

  /** Undefined for a step that continues the answer before it. */
  add(entry: Entry, { usage }: AssistantMessage, continues: boolean): RunTotals | undefined {
    const isHead = !continues || this.running === undefined
    if (isHead) this.startedMs = this.lastMs
    const totals = isHead || this.running === undefined ? { ms: 0, tokens: 0, cost: 0 } : this.running
    const ms = timeOf(entry) - this.startedMs
    if (ms > 0 && ms < LONGEST_MS) totals.ms = ms
    totals.tokens += usage?.totalTokens ?? (usage?.input ?? 0) + (usage?.output ?? 0)
    totals.cost += costOf(usage)
    this.running = totals
    return isHead ? totals : undefined
  }

  /** An entry of the path is behind. */
  pass(entry: Entry): void {
    this.lastMs = timeOf(entry)
  }
}

/** NaN where nobody knows. */
function timeOf(entry: Entry): number {
  return isTimed(entry) ? Date.parse(entry.timestamp) : Number.NaN
}

function costOf(usage: object | undefined): number {
  const cost: unknown = usage !== undefined && 'cost' in usage ? usage.cost : undefined
  const total = typeof cost === 'object' && cost !== null && 'total' in cost ? cost.total : undefined
  return typeof total === 'number' && Number.isFinite(total) ? total : 0
}
