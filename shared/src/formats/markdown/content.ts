// Reads message content of any shape: strings, blocks, null, and what other tools made of them.
import { isJsonObject, type JsonObject } from '../json/json.ts'

/** The blocks of a content; a string is one text block. */
export function blocksOf(content: unknown): readonly JsonObject[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter((block) => isJsonObject(block)) : []
}

/** All text of a content, and a line for each image. */
export function textOf(content: unknown): string {
  const parts = blocksOf(content).map((block) => {
    if (block['type'] === 'image') return imageNote(block)
    return typeof block['text'] === 'string' ? block['text'] : ''
  })
  return parts.filter((part) => part !== '').join('\n\n')
}

/** Images are data, which no Markdown page shows: their place is kept. */
export function imageNote(block: JsonObject): string {
  const data = block['data']
  const size = typeof data === 'string' ? Math.round((data.length * 3) / 4 / 1024) : 0
  return `[image: ${typeof block['mimeType'] === 'string' ? block['mimeType'] : 'unknown type'}, ${size} KiB]`
}
