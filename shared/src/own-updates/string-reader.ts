// Makes strings of the UTF-8 in an update. Records repeat themselves: the names of fields, roles, models, authors, and an
// entry's id, which stands there as a key, as the id and as the parent of the next one. Short strings that came lately
// are therefore handed out again, which takes less time and less memory than another copy.

/** Strings up to this many bytes are looked up. */
const SHORT_BYTES = 40
/** A power of two. */
const REMEMBERED = 4096
/** V8 joins texts of this length and more by reference: put together piece by piece they would keep every piece. */
const FLAT_BYTES = 12

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** By a hash of their bytes; the one that came last has the place. ASCII only. */
const remembered: string[] = Array.from({ length: REMEMBERED }, () => '')

/** The text of bytes that are there. Throws a TypeError when they are not UTF-8. */
export function readText(bytes: Uint8Array, start: number, end: number): string {
  const length = end - start
  if (length > SHORT_BYTES) return utf8.decode(bytes.subarray(start, end))
  let hash = length
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0
    if (byte >= 0x80) return utf8.decode(bytes.subarray(start, end))
    hash = (Math.imul(hash, 31) + byte) | 0
  }
  const place = (hash ^ (hash >>> 12)) & (REMEMBERED - 1)
  const known = remembered[place]
  if (known !== undefined && isText(known, bytes, start, end)) return known
  const text = asciiText(bytes, start, end)
  remembered[place] = text
  return text
}

/** Whether bytes are this text, which is ASCII. */
export function isText(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[start + i]) return false
  return true
}

function asciiText(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > FLAT_BYTES) return Reflect.apply(String.fromCharCode, null, bytes.subarray(start, end))
  let text = ''
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i] ?? 0)
  return text
}
