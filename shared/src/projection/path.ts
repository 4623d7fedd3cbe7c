// Which entries of a path take part in the context: the newest compaction decides, edits go along.
import type { CompactionEntry } from '../entry/compaction.ts'
import type { ContextEditEntry } from '../entry/context-edit.ts'
import type { Entry } from '../entry/entry.ts'

export type Edits = ReadonlyMap<string, ContextEditEntry>

export interface Selection {
  /** In order of the context: the compaction first, then what it kept, then what came after it. */
  readonly entries: readonly Entry[]
  /** Entries the compaction's summary stands for, in order of the path. */
  readonly compacted: readonly Entry[]
  /** The latest edit of each target. One whose place was compacted away does not apply, like its target. */
  readonly edits: Edits
  /** The entry that the compaction was to keep from, where it is not on the path before it: then nothing is kept. */
  readonly missingKept?: string
}

/**
 * Only the newest compaction on the path applies (CX3). It keeps what lies between `firstKeptEntryId` and itself, less
 * older compactions and system messages (its own system message takes their place); a kept entry that is not on the
 * path before it keeps nothing, and a `retainedTail` replaces the kept range even when it is empty (CX4).
 * @param path root first
 */
export function selectPath(path: readonly Entry[]): Selection {
  const at = path.findLastIndex((entry) => entry.type === 'compaction')
  const compaction = path[at]
  if (compaction?.type !== 'compaction') return { entries: path, compacted: [], edits: editsAmong(path) }
  const from = firstKept(path, at, compaction)
  const kept: Entry[] = []
  const compacted = path.slice(0, from)
  for (const entry of path.slice(from, at)) (isReplaced(entry) ? compacted : kept).push(entry)
  const entries = [compaction, ...kept, ...path.slice(at + 1)]
  const missing = from === at ? missingKept(path, at, compaction) : undefined
  return { entries, compacted, edits: editsAmong(entries), ...(missing === undefined ? {} : { missingKept: missing }) }
}

function firstKept(path: readonly Entry[], at: number, compaction: CompactionEntry): number {
  if (compaction.retainedTail !== undefined) return at
  const found = path.findIndex((entry) => entry.id === compaction.firstKeptEntryId)
  return found === -1 || found > at ? at : found
}

function missingKept(path: readonly Entry[], at: number, compaction: CompactionEntry): string | undefined {
  const { firstKeptEntryId, retainedTail } = compaction
  if (retainedTail !== undefined || path[at]?.id === firstKeptEntryId) return undefined
  return firstKeptEntryId
}

function isReplaced(entry: Entry): boolean {
  return entry.type === 'compaction' || (entry.type === 'message' && entry.message.role === 'system')
}

function editsAmong(entries: readonly Entry[]): Edits {
  const edits = new Map<string, ContextEditEntry>()
  for (const entry of entries) if (entry.type === 'context_edit') edits.set(entry.targetId, entry)
  return edits
}
