// Content blocks as Anthropic's API has them → Pi's. What a block has besides stays on it.
import { isJsonObject, stringField, type JsonObject } from '../json/json.ts'

/** Blocks of a message that a person or a tool wrote. */
export function inputBlocks(content: readonly unknown[]): JsonObject[] {
  return content.map((block) => {
    if (typeof block === 'string') return textBlock(block)
    if (!isJsonObject(block)) return textBlock(shown(block))
    switch (block['type']) {
      case 'text':
        return textOf(block)
      case 'image':
        return imageOf(block)
      default:
        return textBlock(noteOf(block), { original: block })
    }
  })
}

/** Blocks of a message that a model wrote. */
export function outputBlocks(content: readonly unknown[]): JsonObject[] {
  return content.map((block) => {
    if (!isJsonObject(block)) return textBlock(typeof block === 'string' ? block : shown(block))
    const { type, ...more } = block
    switch (type) {
      case 'text':
        return textOf(block)
      case 'thinking': {
        const { thinking, signature, ...rest } = more
        const signed = typeof signature === 'string' ? { thinkingSignature: signature } : {}
        const odd =
          typeof (thinking ?? '') === 'string' && typeof (signature ?? '') === 'string' ? {} : { original: block }
        return { type: 'thinking', thinking: typeof thinking === 'string' ? thinking : '', ...signed, ...rest, ...odd }
      }
      case 'redacted_thinking': {
        const { data, ...rest } = more
        const signed = typeof data === 'string' ? { thinkingSignature: data } : {}
        const odd = typeof (data ?? '') === 'string' ? {} : { original: block }
        return { type: 'thinking', thinking: '', ...signed, redacted: true, ...rest, ...odd }
      }
      case 'tool_use': {
        const { id, name, input, ...rest } = more
        return { type: 'toolCall', id: shown(id), name: shown(name), arguments: input ?? {}, ...rest }
      }
      case 'image':
        return imageOf(block)
      default:
        return textBlock(noteOf(block), { original: block })
    }
  })
}

export function textBlock(text: string, more: JsonObject = {}): JsonObject {
  return { type: 'text', text, ...more }
}

function textOf(block: JsonObject): JsonObject {
  const { type: _type, text, ...rest } = block
  return textBlock(typeof text === 'string' ? text : shown(text), rest)
}

function imageOf(block: JsonObject): JsonObject {
  const { source } = block
  const data = isJsonObject(source) ? stringField(source, 'data') : undefined
  if (!isJsonObject(source) || data === undefined) {
    const url = isJsonObject(source) ? stringField(source, 'url') : undefined
    return textBlock(url === undefined ? '[An image that is not in the file]' : `[Image: ${url}]`, { original: block })
  }
  return { type: 'image', data, mimeType: stringField(source, 'media_type') ?? 'image/png' }
}

/** What stands in the talk for a block of a kind that we have no block for. */
function noteOf(block: JsonObject): string {
  const name = ['title', 'name', 'tool_name', 'file_name'].map((key) => stringField(block, key)).find(Boolean)
  const type = stringField(block, 'type') ?? 'unknown block'
  return `[${type}${name === undefined ? '' : `: ${name}`}]`
}

/** A value as text. */
function shown(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    // JSON.stringify recurses and runs out of stack: the record itself is kept elsewhere.
    return ''
  }
}
