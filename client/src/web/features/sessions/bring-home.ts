// Brings home what waits on this device, session by session, without the person opening each: joins in the background,
// waits until the server has it or said no, and leaves again.
import type { EntryId, ParticipantId, SessionId } from '@coppice/shared'
import { createStore } from '../../../sdk/store.ts'
import type { Session, Store } from '../../../sdk/types.ts'
import type { OpenSessions } from '../session/open-sessions.ts'

/** Sessions that are joined for this at a time. */
export const MAX_AT_ONCE = 3

/** How long a prompt that arrived may take to be asked about: its run is started from here. */
export const ASK_MS = 10_000

/** How long the device may take to note what became of it all. */
const NOTE_MS = 5_000

/** What is known of a session that is, or was, joined for this; newer than what the device's card of it says. */
export interface HomeState {
  /** Entries that are only on this device. */
  readonly unsaved: number
  /** Entries that were not accepted. */
  readonly refused: number
}

type Sessions = Pick<OpenSessions, 'enter' | 'leave'>

interface BringHomeOptions {
  readonly sessions: () => Promise<Sessions>
  readonly participant: ParticipantId
  /** A session was left: what the server and the device say of it is new. */
  readonly onLeft: () => void
}

export class BringHome {
  readonly #options: BringHomeOptions
  readonly #states = createStore<ReadonlyMap<SessionId, HomeState>>(new Map())
  /** Each is tried once: what stays here after that needs the person. */
  readonly #tried = new Set<SessionId>()
  readonly #left = new Set<SessionId>()
  readonly #queue: SessionId[] = []
  #running = 0
  #isEnded = false

  constructor(options: BringHomeOptions) {
    this.#options = options
  }

  get states(): Store<ReadonlyMap<SessionId, HomeState>> {
    return this.#states
  }

  /** Of these sessions something waits on this device, as it says now. */
  bring(waiting: readonly SessionId[]): void {
    this.#forgetLeft()
    for (const id of waiting) {
      if (this.#tried.has(id)) continue
      this.#tried.add(id)
      this.#queue.push(id)
    }
    this.#next()
  }

  /** The list is shown, perhaps again. */
  begin(): void {
    this.#isEnded = false
  }

  /** Begins with no further session. Those that are joined are brought home all the same. */
  end(): void {
    this.#isEnded = true
    this.#queue.length = 0
  }

  #next(): void {
    while (this.#running < MAX_AT_ONCE) {
      const id = this.#queue.shift()
      if (id === undefined) return
      this.#running += 1
      void this.#one(id)
    }
  }

  async #one(id: SessionId): Promise<void> {
    try {
      const sessions = await this.#options.sessions()
      if (this.#isEnded) return
      await this.#bringOne(sessions, id)
    } catch (error) {
      console.warn('What waits on this device was not brought home.', error)
    } finally {
      this.#running -= 1
      this.#next()
    }
  }

  async #bringOne(sessions: Sessions, id: SessionId): Promise<void> {
    const session = sessions.enter(id, this.#options.participant)
    // Whoever is at the list is not at the session.
    session.setAway(true)
    const note = (): void => this.#note(session)
    const ends = [session.unsaved, session.quarantine, session.tree].map((store) => store.subscribe(note))
    try {
      note()
      await whenHome(session)
      await within(NOTE_MS, session.whenKept())
      note()
    } finally {
      for (const end of ends) end()
      this.#left.add(id)
      leaveWhenTold(sessions, session)
      if (!this.#isEnded) this.#options.onLeft()
    }
  }

  /** Of those the device knows all. */
  #forgetLeft(): void {
    if (this.#left.size === 0) return
    this.#states.set(new Map([...this.#states.get()].filter(([id]) => !this.#left.has(id))))
    this.#left.clear()
  }

  #note(session: Session): void {
    // Before that it is not known.
    if (!session.tree.get().open) return
    const refused = session.quarantine.get().filter(({ state }) => state === 'refused').length
    const now: HomeState = { unsaved: session.unsaved.get(), refused }
    const before = this.#states.get().get(session.id)
    if (before?.unsaved === now.unsaved && before.refused === now.refused) return
    this.#states.set(new Map(this.#states.get()).set(session.id, now))
  }
}

/** Resolves when nothing is unsaved and what was written is asked about, or when the server lets one in no more. */
function whenHome(session: Session): Promise<void> {
  const { status, unsaved, tree, replies, waitingRuns } = session
  const prompts = new Set<EntryId>()
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = (): void => {
      clearTimeout(timer)
      for (const each of ends) each()
      resolve()
    }
    const look = (): void => {
      for (const entry of session.unsavedEntries())
        if (entry.type === 'message' && entry.message.role === 'user') prompts.add(entry.id)
      if (status.get().state === 'refused') return end()
      if (status.get().state !== 'live' || !tree.get().synced || unsaved.get() > 0) return
      if ([...prompts].every((id) => isAskedAbout(session, id))) return end()
      timer ??= setTimeout(end, ASK_MS)
    }
    const ends = [status, unsaved, tree, replies, waitingRuns].map((store) => store.subscribe(look))
    look()
  })
}

function isAskedAbout({ tree, replies, waitingRuns }: Session, id: EntryId): boolean {
  const { index } = tree.get()
  return (
    !index.has(id) ||
    index.branches(id).length > 0 ||
    replies.get().some((reply) => reply.parentId === id) ||
    waitingRuns.get().some((run) => run.promptId === id)
  )
}

/** What became a branch is told in the session: until somebody read it there, the session stays joined. */
function leaveWhenTold(sessions: Sessions, session: Session): void {
  const isTold = (): boolean => (session.homecoming.get()?.branches.length ?? 0) === 0
  if (isTold()) return sessions.leave(session)
  const end = session.homecoming.subscribe(() => {
    if (!isTold()) return
    end()
    sessions.leave(session)
  })
}

async function within(ms: number, task: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    await Promise.race([task, late])
  } finally {
    clearTimeout(timer)
  }
}
