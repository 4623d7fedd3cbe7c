// Where the transcript shows more than my context: answers to others that arrived below where I stand.
import type { Entry, EntryId } from '@coppice/shared'
import type { Item } from './items.ts'

interface MarkSources {
  /** It is my own leaf one looks at. */
  readonly own: boolean
  readonly leafId: EntryId | null
  readonly me: string | undefined
  readonly items: readonly Item[]
  readonly numberOf: ReadonlyMap<EntryId, number>
}

/**
 * Number of the first item below my leaf that no run of mine will carry me to; -1 for none. My own run moves my leaf
 * along with its answer, so there is nothing to mark.
 */
export function markBefore({ own, leafId, me, items, numberOf }: MarkSources): number {
  const at = !own || leafId === null ? undefined : numberOf.get(leafId)
  const next = at === undefined ? undefined : items[at + 1]
  if (at === undefined || next === undefined) return -1
  const startedBy =
    next.kind === 'reply' && next.reply.state.kind === 'writing'
      ? next.reply.state.startedBy
      : next.entry === undefined
        ? undefined
        : startedByOf(next.entry)
  return startedBy !== undefined && startedBy === me ? -1 : at + 1
}

/** Who asked for an answer; undefined for entries that no run of ours made. */
export function startedByOf(entry: Entry): Entry['author'] | undefined {
  const run: unknown = 'run' in entry ? entry.run : undefined
  const startedBy = typeof run === 'object' && run !== null && 'startedBy' in run ? run.startedBy : undefined
  return typeof startedBy === 'string' ? (startedBy as Entry['author']) : undefined
}
