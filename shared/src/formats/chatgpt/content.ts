// What a ChatGPT message says, as blocks: its texts, and names of what is not in the file.
import { isJsonObject, stringField, type JsonObject, type JsonValue } from '../json/json.ts'

/** Text blocks, and thinking blocks where the model thought. Images and sounds are not in these files: they are named. */
export function blocksOf(message: JsonObject): JsonObject[] {
  const { content } = message
  if (typeof content === 'string') return textBlocks([content])
  if (!isJsonObject(content)) return []
  switch (content['content_type']) {
    case 'thoughts':
      return thoughtsOf(content['thoughts'])
    case 'reasoning_recap':
      return thinking(stringField(content, 'content') ?? '')
    case 'user_editable_context':
      return textBlocks([stringField(content, 'user_profile'), stringField(content, 'user_instructions')])
    case 'model_editable_context':
      return textBlocks([stringField(content, 'model_set_context')])
    case 'tether_quote':
      return textBlocks([stringField(content, 'title'), stringField(content, 'url'), stringField(content, 'text')])
    default: {
      const { parts } = content
      if (Array.isArray(parts)) return parts.flatMap(partBlocks)
      return textBlocks(['text', 'result', 'summary', 'content'].map((key) => stringField(content, key)))
    }
  }
}

/** All text of a message. */
export function textOf(message: JsonObject): string {
  return blocksOf(message)
    .map((block) => stringField(block, 'text') ?? '')
    .filter((text) => text !== '')
    .join('\n')
}

/** Files that were sent along: they are not in the export. */
export function attachmentBlocks(message: JsonObject): JsonObject[] {
  const { metadata } = message
  const attachments: unknown = isJsonObject(metadata) ? metadata['attachments'] : undefined
  if (!Array.isArray(attachments)) return []
  const names = attachments.map((one: unknown) =>
    isJsonObject(one) ? (stringField(one, 'name') ?? stringField(one, 'id')) : undefined,
  )
  return names.flatMap((name) => (name === undefined ? [] : [text(`[File: ${name}]`)]))
}

/** The content's fields that blocks do not show whole. */
export function restOfContent(message: JsonObject): JsonObject {
  const { content } = message
  if (!isJsonObject(content)) return {}
  const isShown = ([key, value]: [string, JsonValue]): boolean =>
    (key === 'parts' && Array.isArray(value) && value.every((part) => typeof part === 'string')) ||
    (key === 'text' && typeof value === 'string' && content['content_type'] !== 'tether_quote')
  return Object.fromEntries(Object.entries(content).filter((field) => !isShown(field)))
}

function partBlocks(part: JsonValue): JsonObject[] {
  if (typeof part === 'string') return textBlocks([part])
  if (!isJsonObject(part)) return []
  const own = stringField(part, 'text')
  if (own !== undefined) return textBlocks([own])
  const type = stringField(part, 'content_type') ?? 'part'
  const kind = type.startsWith('image') ? 'Image' : type.includes('audio') ? 'Audio' : type
  return [text(`[${kind}: ${pointerOf(part) ?? 'not in the file'}]`)]
}

/** Some kinds of sound hold their pointer one level deeper. */
function pointerOf(part: JsonObject): string | undefined {
  const own = stringField(part, 'asset_pointer')
  if (own !== undefined) return own
  const inner = Object.values(part).find((value) => isJsonObject(value) && typeof value['asset_pointer'] === 'string')
  return isJsonObject(inner) ? stringField(inner, 'asset_pointer') : undefined
}

function thoughtsOf(thoughts: JsonValue | undefined): JsonObject[] {
  if (!Array.isArray(thoughts)) return []
  return thoughts.flatMap((thought) => {
    if (typeof thought === 'string') return thinking(thought)
    if (!isJsonObject(thought)) return []
    const parts = [stringField(thought, 'summary'), stringField(thought, 'content')]
    return thinking(parts.filter((part) => part !== undefined && part !== '').join('\n'))
  })
}

function thinking(words: string): JsonObject[] {
  return words === '' ? [] : [{ type: 'thinking', thinking: words }]
}

function textBlocks(texts: readonly (string | undefined)[]): JsonObject[] {
  return texts.flatMap((one) => (one === undefined || one === '' ? [] : [text(one)]))
}

function text(words: string): JsonObject {
  return { type: 'text', text: words }
}
