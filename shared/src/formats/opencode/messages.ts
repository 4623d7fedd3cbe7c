// The messages of an opencode export in the order in which they were said. A message names no message before it: its
// time and its id, which rises with time, tell.
import type { SessionBuilder } from '../build/session-builder.ts'
import { isoTime } from '../build/times.ts'
import { firstText } from '../chain/value-text.ts'
import { isJsonObject, type JsonObject } from '../json/json.ts'

export interface OpencodeMessage {
  readonly info: JsonObject
  readonly parts: readonly JsonObject[]
  /** As the file has it. */
  readonly value: JsonObject
  readonly id: string | undefined
  /** ISO. */
  readonly time: string | undefined
  /** 1-based, in the order in which they were said. */
  readonly place: number
}

export function messagesInOrder(list: readonly unknown[], builder: SessionBuilder, line: number): OpencodeMessage[] {
  const messages: OpencodeMessage[] = []
  for (const [at, value] of list.entries()) {
    builder.report.countRecord()
    if (!isJsonObject(value)) {
      builder.note('leftOut', `Message ${at + 1} of the session is no message.`, line)
      continue
    }
    const info = isJsonObject(value['info']) ? value['info'] : value
    const { time } = info
    messages.push({
      info,
      parts: partsInOrder(value['parts'], builder, line),
      value,
      id: firstText(info, 'id'),
      time: isJsonObject(time) ? isoTime(time['created']) : undefined,
      place: at + 1,
    })
  }
  return sortedByTime(messages)
}

/** A message without a time goes with the one before it. */
function sortedByTime(messages: readonly OpencodeMessage[]): OpencodeMessage[] {
  let last = Number.NEGATIVE_INFINITY
  const timed = messages.map((message) => {
    if (message.time !== undefined) last = Date.parse(message.time)
    return { message, time: last }
  })
  return timed
    .toSorted((a, b) => {
      if (a.time !== b.time) return a.time < b.time ? -1 : 1
      return byId(a.message.id, b.message.id) || a.message.place - b.message.place
    })
    .map(({ message }, at) => ({ ...message, place: at + 1 }))
}

/** A part that was lost on disk, and is empty here, costs itself. */
function partsInOrder(parts: unknown, builder: SessionBuilder, line: number): JsonObject[] {
  if (!Array.isArray(parts)) return []
  const whole = parts.filter((part) => isJsonObject(part))
  const lost = parts.length - whole.length
  if (lost > 0) builder.report.noteGroup('leftOut', 'A message has a part that holds nothing.', line)
  const haveIds = whole.every((part) => firstText(part, 'id')?.startsWith('prt_') === true)
  return haveIds ? whole.toSorted((a, b) => byId(firstText(a, 'id'), firstText(b, 'id'))) : whole
}

function byId(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined || a === b) return 0
  return a < b ? -1 : 1
}
