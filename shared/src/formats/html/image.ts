// Images of a session → images that hold their own data. Nothing is ever fetched, and nothing in an image runs.
import { escapeAttribute, escapeText } from './escape.ts'

const TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** A note stands in for what is no picture of a known kind. */
export function imageHtml(mimeType: unknown, data: unknown): string {
  if (typeof mimeType === 'string' && typeof data === 'string' && TYPES.has(mimeType) && BASE64.test(data))
    return `<p><img src="data:${mimeType};base64,${data}" alt="Image (${mimeType.slice(6)})"></p>`
  return `<p class="note">Image of a kind that is not shown${typeof mimeType === 'string' ? `: ${escapeText(mimeType)}` : ''}</p>`
}

/** The same for an address in a text: only data of the same kinds. Undefined when it is anything else. */
export function dataImageHtml(href: string, alt: string): string | undefined {
  const [, mimeType, data] = /^data:(image\/[a-z]+);base64,(.*)$/s.exec(href) ?? []
  if (mimeType === undefined || data === undefined || !TYPES.has(mimeType) || !BASE64.test(data)) return undefined
  return `<img src="data:${mimeType};base64,${data}" alt="${escapeAttribute(alt === '' ? 'Image' : alt)}">`
}
