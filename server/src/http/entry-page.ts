// One page of a session's entries in log order, so that a reader who goes from page to page misses none.
import type { SessionLog } from '../log/session-log.ts'
import type { LiveRoom, SavedEntry } from './deps.ts'

/** A page ends early rather than grow beyond this, counted in characters of JSON. */
const MAX_PAGE_CHARS = 8 * 1024 * 1024

export interface EntryPage {
  readonly entries: readonly SavedEntry[]
  readonly head: number
  /** Where the next page begins: what to ask for entries after. The head when there are none yet. */
  readonly next: number
}

/** Up to `limit` entries after a sequence number; at least one where there is one. */
export async function readPage(
  log: Pick<SessionLog, 'places'>,
  room: Pick<LiveRoom, 'session' | 'index' | 'head'>,
  after: number,
  limit: number,
): Promise<EntryPage> {
  // Invariant: the head is taken first. What is committed while the log is being read then comes with the next page.
  const { head } = room
  const places = await log.places(room.session, after, limit)
  const entries: SavedEntry[] = []
  let chars = 0
  let next = after
  for (const { seq, id } of places) {
    const entry = room.index.get(id)
    if (entry === undefined || seq > head) break
    chars += JSON.stringify(entry).length
    if (entries.length > 0 && chars > MAX_PAGE_CHARS) break
    entries.push({ seq, entry })
    next = seq
  }
  return { entries, head, next: places.length === 0 ? Math.max(after, head) : next }
}
