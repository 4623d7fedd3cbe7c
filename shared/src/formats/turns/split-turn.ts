// A turn that a file holds as one record, with what the tools answered inside of it → a reply, its results, the next
// reply, as a talk has them.
import type { JsonObject } from '../json/json.ts'

export interface TurnBlock {
  readonly kind: 'block'
  /** A block that a model may write. */
  readonly block: JsonObject
}

/** What a tool answered; it stands anywhere behind its call. */
export interface TurnResult {
  readonly kind: 'result'
  readonly callId: string
  readonly name?: string | undefined
  readonly content: readonly JsonObject[]
  readonly isError: boolean
}

export type TurnPart = TurnBlock | TurnResult

export interface TurnEnd {
  /** What every reply of the turn says about itself: `model`, `timestamp` … */
  readonly about: JsonObject
  /** What only the last one says: `usage`, `errorMessage` … */
  readonly last?: JsonObject
  readonly stopReason: string
}

/** At least one message, in order. Calls side by side stay in one reply; other words behind a result start the next. */
export function splitTurn(parts: readonly TurnPart[], end: TurnEnd): JsonObject[] {
  const replies: { blocks: JsonObject[]; results: TurnResult[] }[] = []
  let open: (typeof replies)[number] | undefined
  for (const part of parts) {
    const startsNext = part.kind === 'block' && part.block['type'] !== 'toolCall' && (open?.results.length ?? 0) > 0
    if (open === undefined || startsNext) {
      open = { blocks: [], results: [] }
      replies.push(open)
    }
    if (part.kind === 'block') open.blocks.push(part.block)
    else open.results.push(part)
  }
  if (open === undefined) replies.push({ blocks: [], results: [] })
  return replies.flatMap(({ blocks, results }, at) => {
    const isLast = at === replies.length - 1
    const calls = blocks.some((block) => block['type'] === 'toolCall')
    const stopReason = calls && (!isLast || end.stopReason === 'stop') ? 'toolUse' : isLast ? end.stopReason : 'stop'
    const reply = { role: 'assistant', ...end.about, content: blocks, ...(isLast ? end.last : {}), stopReason }
    return [messageOf(reply), ...results.map((result) => messageOf(resultOf(result, end.about)))]
  })
}

export function blockPart(block: JsonObject): TurnBlock {
  return { kind: 'block', block }
}

function resultOf({ callId, name, content, isError }: TurnResult, about: JsonObject): JsonObject {
  const { timestamp } = about
  return {
    role: 'toolResult',
    toolCallId: callId,
    ...(name === undefined ? {} : { toolName: name }),
    content: [...content],
    isError,
    ...(timestamp === undefined ? {} : { timestamp }),
  }
}

function messageOf(message: JsonObject): JsonObject {
  return { type: 'message', message }
}
