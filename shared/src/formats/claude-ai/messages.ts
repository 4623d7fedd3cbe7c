// The messages of one Claude.ai conversation, and what each hangs below: old exports are flat, newer ones say it.
import type { SessionBuilder } from '../build/session-builder.ts'
import { firstText } from '../chain/value-text.ts'
import { isJsonObject, type JsonObject } from '../json/json.ts'

export interface ClaudeMessage {
  /** Its uuid, or its place where it has none. */
  readonly key: string
  readonly hasId: boolean
  readonly value: JsonObject
  /** Null for a root; a key that may not be in the file. */
  readonly parent: string | null
  /** 1-based, in the conversation. */
  readonly place: number
}

/** What a first message names as its parent. */
const NO_PARENT = /^0{8}-0{4}-[04]0{3}-[08]0{3}-0{12}$/

/** In file order; what is no message is in the report. */
export function messagesOf(list: readonly unknown[], builder: SessionBuilder, line: number): ClaudeMessage[] {
  const isTree = list.some((value) => isJsonObject(value) && typeof value['parent_message_uuid'] === 'string')
  const messages: ClaudeMessage[] = []
  const parents = new Map<string, string | null>()
  let before: string | null = null
  for (const [at, value] of list.entries()) {
    builder.report.countRecord()
    if (!isJsonObject(value)) {
      builder.note('leftOut', `Message ${at + 1} of the conversation is no message.`, line)
      continue
    }
    const uuid = firstText(value, 'uuid', 'id')
    const key = uuid ?? `#${at + 1}`
    const named = firstText(value, 'parent_message_uuid')
    const linked = named === undefined || NO_PARENT.test(named) ? null : named
    // What is told again stands where it was told first.
    const known = parents.get(key)
    const parent = isTree && 'parent_message_uuid' in value ? linked : known === undefined ? before : known
    messages.push({ key, hasId: uuid !== undefined, value, parent, place: at + 1 })
    if (known === undefined) before = key
    if (known === undefined) parents.set(key, parent)
  }
  return messages
}
