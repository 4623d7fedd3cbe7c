// The line of messages being put together, step by step. A line can be continued without copying, so that the
// context after one more entry costs one entry (CX10).
import { GrowingList } from './growing-list.ts'
import { LeftOutEntry, SentItem } from './line-items.ts'
import type { ContextItem, LeftOut } from './projected-context.ts'
import type { Step } from './steps.ts'
import { callsOf, endsToolTurn, missingResult, type ToolCall } from './tool-pairing.ts'

const NO_IDS: ReadonlySet<string> = new Set()

export class Line {
  private items = new GrowingList<ContextItem>()
  private leftOut = new GrowingList<LeftOut>()
  /** Calls of the last reply, and which of them are answered. */
  private calls: readonly ToolCall[] = []
  private answered: ReadonlySet<string> = NO_IDS
  /** Calls of earlier replies that were answered with an error because their result had not come. */
  private missing: ReadonlySet<string> = NO_IDS
  /** System messages that came while calls were open. */
  private held: readonly ContextItem[] = []
  private countedItems = 0
  private countedTokens = 0

  /** A line that starts as this one; this one is final from here on. */
  continued(): Line {
    const line = new Line()
    line.items = this.items.continued()
    line.leftOut = this.leftOut.continued()
    line.calls = this.calls
    line.answered = this.answered
    line.missing = this.missing
    line.held = this.held
    line.countedItems = this.countedItems
    line.countedTokens = this.countedTokens
    return line
  }

  /**
   * Adds a step. False, and nothing done, when it is the late result of a call that the line already answered with an
   * error: then the line has to be made anew, with the result moved to its call.
   */
  take(step: Step): boolean {
    if (step instanceof LeftOutEntry) this.leftOut.push(step)
    else if (step.message.role === 'toolResult') return this.takeResult(step, step.message.toolCallId)
    else if (endsToolTurn(step.message)) this.takeTurn(step)
    else if (this.calls.length > 0) this.held = [...this.held, step]
    else this.items.push(step)
    return true
  }

  /** Leaves a result out for good: no call of its own is without an answer. */
  leaveOrphan(step: Step): void {
    if (step instanceof SentItem && step.entryId !== null)
      this.leftOut.push(new LeftOutEntry(step.entryId, 'orphan_result', [step.message]))
  }

  /** What a model is given: open calls are answered with an error. */
  finishedItems(): ContextItem[] {
    const items = this.items.toArray()
    for (const item of this.closing()) items.push(item)
    return items
  }

  leftOutEntries(): LeftOut[] {
    return this.leftOut.toArray()
  }

  /** Estimate for `finishedItems`; items counted before are not counted again. */
  tokens(): number {
    for (const item of this.items.from(this.countedItems)) this.countedTokens += item.tokens
    this.countedItems = this.items.length
    return this.closing().reduce((sum, item) => sum + item.tokens, this.countedTokens)
  }

  private takeResult(step: SentItem, callId: string): boolean {
    const isOpen = this.calls.some((call) => call.id === callId) && !this.answered.has(callId)
    if (isOpen) {
      this.answered = new Set([...this.answered, callId])
      this.items.push(step)
      return true
    }
    if (this.missing.has(callId)) return false
    this.leaveOrphan(step)
    return true
  }

  private takeTurn(step: SentItem): void {
    const unanswered = this.unanswered()
    for (const item of this.closing()) this.items.push(item)
    if (unanswered.length > 0) this.missing = new Set([...this.missing, ...unanswered.map((call) => call.id)])
    this.held = []
    this.answered = NO_IDS
    this.calls = callsOf(step.message)
    this.items.push(step)
  }

  private closing(): readonly ContextItem[] {
    const unanswered = this.unanswered()
    if (unanswered.length === 0) return this.held
    return [...unanswered.map((call) => new SentItem(null, missingResult(call), NO_RESULT)), ...this.held]
  }

  private unanswered(): readonly ToolCall[] {
    return this.calls.filter((call) => !this.answered.has(call.id))
  }
}

const NO_RESULT = 'Made up: the path holds no result of this call.'
