// The sessions that are joined on this page. One that is left within the app while something in it is neither saved nor
// kept on the device stays joined until it is: leaving a page of the app loses nothing, leaving the app warns.
import type { ParticipantId, SessionId } from '@coppice/shared'
import { askToPersist } from '../../../sdk/offline/persistence.ts'
import type { Session } from '../../../sdk/types.ts'
import { guardLeaving, wouldLose } from '../saving/leave-guard.ts'
import { keepTabLeaf } from './tab-leaf.ts'

interface OpenSession {
  readonly session: Session
  readonly participant: ParticipantId
  readonly end: () => void
  /** Pages of the app that show it. */
  pages: number
}

export type Join = (id: SessionId, participant: ParticipantId) => Session

export class OpenSessions {
  readonly #join: Join
  readonly #page: Parameters<typeof guardLeaving>[1]
  readonly #open = new Map<SessionId, OpenSession>()

  constructor(join: Join, page: Parameters<typeof guardLeaving>[1]) {
    this.#join = join
    this.#page = page
  }

  /** Joins, or gives the session that is still joined. Each `enter` needs its `leave`. */
  enter(id: SessionId, participant: ParticipantId): Session {
    const before = this.#open.get(id)
    if (before !== undefined && before.participant === participant) {
      before.pages += 1
      return before.session
    }
    if (before !== undefined) this.#close(before)
    const session = this.#join(id, participant)
    const ends = [
      guardLeaving(session, this.#page),
      session.leaf.subscribe(() => keepTabLeaf(id, session.leaf.get())),
      session.unsaved.subscribe(() => void noteUnsaved(session)),
    ]
    const end = (): void => {
      for (const each of ends) each()
    }
    this.#open.set(id, { session, participant, end, pages: 1 })
    return session
  }

  leave(session: Session): void {
    const open = this.#open.get(session.id)
    if (open?.session !== session) return
    open.pages -= 1
    if (open.pages > 0) return
    if (!wouldLose(session)) {
      this.#close(open)
      return
    }
    const unlessBack = (): void => {
      if (open.pages > 0 || wouldLose(session)) return
      for (const end of ends) end()
      this.#close(open)
    }
    const ends = [session.unsaved.subscribe(unlessBack), session.keeping.subscribe(unlessBack)]
  }

  #close(open: OpenSession): void {
    if (this.#open.get(open.session.id) !== open) return
    this.#open.delete(open.session.id)
    open.end()
    open.session.close()
  }
}

/** The list of sessions says how much of each is only here: it should know before the page may be gone. */
async function noteUnsaved(session: Session): Promise<void> {
  if (session.unsaved.get() === 0) return
  // Work that is nowhere else is the reason to ask; the browser may ask the person.
  if (session.status.get().state === 'offline') void askToPersist()
  try {
    await session.whenKept()
  } catch (error) {
    // reason: what this device does not keep is told by `keeping`
    console.info('How much is unsaved is not noted on this device.', error)
  }
}
