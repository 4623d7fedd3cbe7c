// Refusals of entries that a script sent: what it gave no id is named by its place in the request, not by an id it never saw.
import { SessionError } from '@coppice/shared'

/** Throws `entry_invalid` for what is no object, and for an entry that does not say where it hangs. */
export function checkEntries(entries: readonly unknown[]): void {
  for (const [i, entry] of entries.entries()) {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
      throw new SessionError(
        'entry_invalid',
        `Entry ${i + 1} of the request is ${kindOf(entry)}. Each entry is an object, such as {"parentId": null, "type": "message", "message": {"role": "user", "content": "Hello"}}.`,
      )
    if ('parentId' in entry) continue
    const id = idOf(entry)
    throw new SessionError(
      'entry_invalid',
      `Entry ${id === undefined ? place(i) : `"${id}"`} has no parentId. Give the id of the entry it hangs below, or null for a root.`,
    )
  }
}

/**
 * Appends, and lets a refusal name entries without an id of their own by their place.
 * @param complete the same entries with their ids filled in
 */
export async function sayPlaces<T>(
  entries: readonly unknown[],
  complete: readonly unknown[],
  append: () => Promise<T>,
): Promise<T> {
  try {
    return await append()
  } catch (error) {
    if (!(error instanceof SessionError)) throw error
    const at = complete.findIndex((entry, i) => {
      const id = idOf(entry)
      return id !== undefined && idOf(entries[i]) === undefined && error.message.includes(id)
    })
    const madeId = idOf(complete[at])
    if (madeId === undefined) throw error
    throw new SessionError(error.code, error.message.replaceAll(madeId, place(at)), { cause: error })
  }
}

function place(index: number): string {
  return `${index + 1} of the request`
}

function idOf(entry: unknown): string | undefined {
  const id: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'id') : undefined
  return typeof id === 'string' ? id : undefined
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`
}
