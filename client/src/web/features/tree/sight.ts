// What tree and transcript share about one session on this page: the path on the screen, the entry to bring into
// sight, and where one looked before. In memory only.
import type { EntryId, TreeIndex } from '@coppice/shared'
import type { Session } from '../../../sdk/types.ts'
import { look, type Looked, type LookRequest } from './looking.ts'
import { Newness } from './newness.ts'

const REMEMBERED_ENDS = 50

export class Sight {
  readonly newness = new Newness()
  /** The last path of each kind, so that coming back to my own finds it as it was. */
  private own: Looked | undefined
  private viewed: Looked | undefined
  private index: TreeIndex | undefined
  private endId: EntryId | null = null
  private ends: readonly EntryId[] = []
  private wanted: EntryId | undefined
  private readonly listeners = new Set<() => void>()

  /** Ends of paths one looked at, the last one first. */
  get recentEnds(): readonly EntryId[] {
    return this.ends
  }

  /** The path on the screen for what is asked now. Asked again with the same, it answers with the same object. */
  look(request: LookRequest, index: TreeIndex): Looked {
    // A fresh copy of the session is another tree: what was on the screen of the old one says nothing about it.
    if (index !== this.index) {
      this.index = index
      this.own = undefined
      this.viewed = undefined
    }
    const now = look(request.viewId === null ? this.own : this.viewed, request, index)
    if (now.own) this.own = now
    else this.viewed = now
    this.rememberEnd(now.endId)
    return now
  }

  private rememberEnd(endId: EntryId | null): void {
    if (endId === null || endId === this.endId) return
    this.endId = endId
    this.ends = [endId, ...this.ends.filter((id) => id !== endId)].slice(0, REMEMBERED_ENDS)
  }

  /** Asks the transcript to bring an entry into sight, now or as soon as it shows it. */
  reveal(id: EntryId): void {
    this.wanted = id
    for (const listener of this.listeners) listener()
  }

  /** The entry to bring into sight; the transcript takes it when it has done so. */
  get revealing(): EntryId | undefined {
    return this.wanted
  }

  revealed(): void {
    this.wanted = undefined
  }

  onReveal(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
}

const sights = new WeakMap<Session, Sight>()

export function sightOf(session: Session): Sight {
  const sight = sights.get(session) ?? new Sight()
  sights.set(session, sight)
  return sight
}
