// What one item of a model's answer says, as blocks: words, thoughts, calls.
import { textBlock } from '../build/anthropic-blocks.ts'
import { firstText } from '../chain/value-text.ts'
import { isJsonObject, stringField, type JsonObject } from '../json/json.ts'
import { callArguments } from '../turns/call-arguments.ts'
import { contentBlocks, thoughtOf } from './content.ts'

/** @param toolNames of calls by their id; those of this item are added */
export function replyBlocks(payload: JsonObject, toolNames: Map<string, string>): JsonObject[] {
  const type = stringField(payload, 'type') ?? 'message'
  if (type === 'message') return contentBlocks(payload['content'])
  if (type === 'reasoning') {
    const thinking = thoughtOf(payload)
    return thinking === '' ? [] : [{ type: 'thinking', thinking }]
  }
  const id = firstText(payload, 'call_id', 'id')
  const isAnswered = /^(?:function|custom_tool|local_shell|tool_search)_call$/.test(type)
  if (!isAnswered || id === undefined) return [textBlock(noteOf(type, payload), { original: payload })]
  const name = stringField(payload, 'name') ?? (type === 'local_shell_call' ? 'local_shell' : 'tool_search')
  toolNames.set(id, name)
  const input = payload['arguments'] ?? payload['input'] ?? payload['action']
  return [{ type: 'toolCall', id, name, arguments: callArguments(input) }]
}

/** A call that the service itself answered. */
function noteOf(type: string, payload: JsonObject): string {
  const { action } = payload
  const about = isJsonObject(action) ? firstText(action, 'query', 'url', 'pattern') : undefined
  const words = about ?? firstText(payload, 'name', 'revised_prompt')
  return `[${type.replace(/_call$/, '').replaceAll('_', ' ')}${words === undefined ? '' : `: ${words}`}]`
}
