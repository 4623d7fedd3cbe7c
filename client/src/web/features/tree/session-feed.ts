// One consistent reading of all that is live in a session, taken so many times a second at most. Stores that change
// together (an answer's draft ends as its entry arrives) are never seen half changed.
import type { EntryId, ParticipantId, Person, ReplyDraft } from '@coppice/shared'
import type { PeerPresence, Session, TreeSnapshot } from '../../../sdk/types.ts'

export interface SessionNow {
  readonly tree: TreeSnapshot
  readonly leafId: EntryId | null
  readonly people: ReadonlyMap<ParticipantId, Person>
  readonly presence: readonly PeerPresence[]
  readonly replies: readonly ReplyDraft[]
  /** Entries of mine that are not saved yet. */
  readonly unsaved: number
}

/** @param pauseMs Least time between two readings. My own moves are read at once. */
export class SessionFeed {
  private readonly session: Session
  private readonly pauseMs: number
  private now: SessionNow
  private timer: ReturnType<typeof setTimeout> | undefined
  private pausing = false
  private waiting = false

  constructor(session: Session, pauseMs: number) {
    this.session = session
    this.pauseMs = pauseMs
    this.now = read(session)
  }

  /** The last reading; the same object until the next. */
  readonly get = (): SessionNow => this.now

  /** Calls back after each reading. Returns the function that ends it. One subscriber at a time. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const { tree, leaf, people, presence, replies, unsaved } = this.session
    const publish = (): void => {
      this.now = read(this.session)
      listener()
    }
    const changed = (): void => {
      if (this.pausing) {
        this.waiting = true
        return
      }
      this.pause(publish)
      publish()
    }
    const ends = [tree, people, presence, replies, unsaved].map((store) => store.subscribe(changed))
    ends.push(leaf.subscribe(publish))
    // What changed between the first render and now.
    if (!isSame(this.now, read(this.session))) publish()
    return () => {
      for (const end of ends) end()
      clearTimeout(this.timer)
      this.pausing = false
      this.waiting = false
    }
  }

  private pause(publish: () => void): void {
    this.pausing = true
    this.timer = setTimeout(() => {
      this.pausing = false
      if (!this.waiting) return
      this.waiting = false
      this.pause(publish)
      publish()
    }, this.pauseMs)
  }
}

function read(session: Session): SessionNow {
  return {
    tree: session.tree.get(),
    leafId: session.leaf.get(),
    people: session.people.get(),
    presence: session.presence.get(),
    replies: session.replies.get(),
    unsaved: session.unsaved.get(),
  }
}

function isSame(a: SessionNow, b: SessionNow): boolean {
  return (
    a.tree === b.tree &&
    a.leafId === b.leafId &&
    a.people === b.people &&
    a.presence === b.presence &&
    a.replies === b.replies &&
    a.unsaved === b.unsaved
  )
}
