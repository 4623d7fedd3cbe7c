// Calls and results: every call is answered right after the message that makes it, no result stands without its call.
// Providers refuse anything else, and a session that holds it would be stuck for ever (CX7).
import { blocksOf, type ContextMessage } from './context-message.ts'
import { LeftOutEntry, type SentItem } from './line-items.ts'
import type { Step } from './steps.ts'

export interface ToolCall {
  readonly id: string
  readonly name: string
}

const NO_CALLS: readonly ToolCall[] = []

/** The calls of a message, in order. */
export function callsOf(message: ContextMessage): readonly ToolCall[] {
  if (message.role !== 'assistant') return NO_CALLS
  const blocks = blocksOf(message.content)
  if (!blocks.some((block) => block.type === 'toolCall')) return NO_CALLS
  return blocks.flatMap((block) => (block.type === 'toolCall' ? [{ id: block.id, name: block.name }] : []))
}

/** Whether nothing after the message may answer calls made before it. System messages wait instead. */
export function endsToolTurn(message: ContextMessage): boolean {
  return message.role !== 'toolResult' && message.role !== 'system'
}

/**
 * Moves results that come late (after another message) back to their calls, each to the latest call with its id.
 * The same array when there are none. Results without a call stay where they are.
 */
export function moveLateResults(steps: readonly Step[]): readonly Step[] {
  const slots = new Map<string, Slot>()
  const late = new Map<number, SentItem[]>()
  const moved = new Set<Step>()
  let open: Slot[] = []
  let place = -1
  for (const step of steps) {
    place += 1
    if (step instanceof LeftOutEntry) continue
    const { message } = step
    if (message.role === 'toolResult') {
      const slot = slots.get(message.toolCallId)
      if (slot === undefined || slot.isAnswered) continue
      slot.isAnswered = true
      if (slot.closedAt === null) continue
      moved.add(step)
      late.set(slot.closedAt, [...(late.get(slot.closedAt) ?? []), step])
    } else if (endsToolTurn(message)) {
      for (const slot of open) slot.closedAt = place
      open = []
      for (const call of callsOf(message)) {
        const slot: Slot = { isAnswered: false, closedAt: null }
        slots.set(call.id, slot)
        open.push(slot)
      }
    }
  }
  if (moved.size === 0) return steps
  return steps.flatMap((step, place) => (moved.has(step) ? [] : [...(late.get(place) ?? []), step]))
}

interface Slot {
  isAnswered: boolean
  /** The place of the step that ended the turn. */
  closedAt: number | null
}

/** The answer to a call that has none: an error, so that the model does not take it for a result. */
export function missingResult(call: ToolCall): ContextMessage {
  return {
    role: 'toolResult',
    toolCallId: call.id,
    toolName: call.name,
    content: [{ type: 'text', text: 'No result provided' }],
    isError: true,
  }
}
