// How many entries a Pi file holds that is written line by line.
import { entryIdSchema, type TreeIndex } from '@coppice/shared'

export interface CountedEntries {
  /** The same lines, to be read once. */
  readonly lines: Iterable<string>
  /** So far. */
  readonly count: () => number
}

/** Counts the lines that are entries of this tree: the header, a line with the session's name and the mark of a place are none. */
export function countedEntries(lines: Iterable<string>, index: TreeIndex): CountedEntries {
  let count = 0
  function* counting(): Generator<string> {
    for (const line of lines) {
      if (isEntry(line, index)) count += 1
      yield line
    }
  }
  return { lines: counting(), count: () => count }
}

function isEntry(line: string, index: TreeIndex): boolean {
  const record: unknown = JSON.parse(line)
  if (typeof record !== 'object' || record === null || !('id' in record)) return false
  if ('type' in record && record.type === 'session') return false
  const id = entryIdSchema.safeParse(record.id)
  return id.success && index.has(id.data)
}
