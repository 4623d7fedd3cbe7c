// An image by its address: one that holds the image itself becomes an image, any other is named.
import { textBlock } from '../build/anthropic-blocks.ts'
import type { JsonObject } from '../json/json.ts'

const DATA_URL = /^data:(image\/[\w.+-]{1,60});base64,/i
const MAX_NAME_LENGTH = 300

/** @param name what it is called when its address is no name */
export function imageBlock(url: string, name?: string): JsonObject {
  const match = DATA_URL.exec(url)
  const mimeType = match?.[1]
  if (match !== null && mimeType !== undefined) return { type: 'image', data: url.slice(match[0].length), mimeType }
  const shown = url.startsWith('data:') || url === '' ? (name ?? 'not in the file') : url
  return textBlock(`[Image: ${shown.slice(0, MAX_NAME_LENGTH)}]`)
}

/** A file that was sent along, where only its name is in the file. */
export function fileBlock(name: string): JsonObject {
  return textBlock(`[File: ${name.slice(0, MAX_NAME_LENGTH)}]`)
}
