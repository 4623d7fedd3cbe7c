// Ids for what a file gives none: the same content always gets the same id, so that a second import adds nothing twice.
import { digest } from 'lib0/hash/sha256'
import { entryIdSchema, type EntryId } from '../entry/ids.ts'

/** Lower-case hex of a SHA-256 over the parts, `length` digits of it. */
export function contentHash(parts: readonly string[], length: number): string {
  const bytes = digest(new TextEncoder().encode(JSON.stringify(parts)))
  let hex = ''
  for (const byte of bytes.subarray(0, Math.ceil(length / 2))) hex += byte.toString(16).padStart(2, '0')
  return hex.slice(0, length)
}

/** An id that depends on the parts alone. */
export function derivedId(...parts: readonly string[]): EntryId {
  return entryIdSchema.parse(`i-${contentHash(parts, 24)}`)
}
