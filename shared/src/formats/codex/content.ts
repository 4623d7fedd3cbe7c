// The content of Codex items → blocks.
import { textBlock } from '../build/anthropic-blocks.ts'
import { firstText, valueText } from '../chain/value-text.ts'
import { isJsonObject, parseJsonObject, stringField, type JsonObject, type JsonValue } from '../json/json.ts'
import { imageBlock } from '../turns/image-url.ts'

/** `customType` of what the tool wrote for the model. */
export const CONTEXT_TYPE = 'codex.context'

const TEXT_TYPES = new Set(['input_text', 'output_text', 'text', 'summary_text', 'reasoning_text'])

/** Blocks of a message, or of what a tool gave. */
export function contentBlocks(content: JsonValue | undefined): JsonObject[] {
  if (content === undefined || content === null) return []
  return (Array.isArray(content) ? content : [content]).map(blockOf)
}

function blockOf(part: JsonValue): JsonObject {
  if (!isJsonObject(part)) return textBlock(valueText(part))
  const type = stringField(part, 'type') ?? 'text'
  const text = stringField(part, 'text')
  if (TEXT_TYPES.has(type) && text !== undefined) return textBlock(text)
  if (type === 'input_image' || type === 'image_url') {
    const { image_url } = part
    return imageBlock((isJsonObject(image_url) ? stringField(image_url, 'url') : firstText(part, 'image_url')) ?? '')
  }
  return textBlock(text ?? `[${type}]`, { original: part })
}

/** Whether the blocks of this content say all that is in it. */
export function isShownWhole(content: JsonValue | undefined): boolean {
  if (typeof content === 'string') return true
  return (
    Array.isArray(content) &&
    content.every(
      (part) =>
        typeof part === 'string' ||
        (isJsonObject(part) &&
          Object.keys(part).every((key) => key === 'type' || key === 'text') &&
          TEXT_TYPES.has(stringField(part, 'type') ?? '')),
    )
  )
}

export function textOf(content: JsonValue | undefined): string {
  return contentBlocks(content)
    .map((block) => stringField(block, 'text') ?? '')
    .join('\n')
}

/** What the model thought, as far as it can be read; "" when it is only there in a form for the service. */
export function thoughtOf(payload: JsonObject): string {
  return [payload['summary'], payload['content']]
    .map((part) => (part === undefined || part === null ? '' : textOf(part)))
    .filter((text) => text !== '')
    .join('\n\n')
}

export interface ToolOutput {
  readonly content: JsonObject[]
  readonly isError: boolean
  /** Whether the content says all that is in the record's `output`. */
  readonly isWhole: boolean
}

/** Older versions wrap the words of a command in JSON text, with its exit code. */
export function toolOutput(output: JsonValue | undefined): ToolOutput {
  const wrapped = typeof output === 'string' && output.startsWith('{') ? parseJsonObject(output) : undefined
  const inner = wrapped ?? (isJsonObject(output) && 'content' in output ? output : undefined)
  const words = inner === undefined ? undefined : (inner['output'] ?? inner['content'])
  if (inner !== undefined && (typeof words === 'string' || Array.isArray(words))) {
    const { metadata } = inner
    const exitCode = isJsonObject(metadata) ? metadata['exit_code'] : undefined
    const isFailed = inner['success'] === false || (typeof exitCode === 'number' && exitCode !== 0)
    return { content: contentBlocks(words), isError: isFailed, isWhole: false }
  }
  return { content: contentBlocks(output), isError: false, isWhole: isShownWhole(output) }
}
