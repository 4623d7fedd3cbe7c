// Follows somebody: what they look at and read becomes what I look at and read, until one of us ends it. Moves my view
// only, never my leaf.
// Chains are cut by what one says of oneself: a follower says nothing new of view and reading (see `use-followed-view`),
// so that what others hear is always somebody's own doing, and two who follow each other both stand still.
import type { EntryId, Participant, ParticipantId } from '@coppice/shared'
import { createStore } from '../../../sdk/store.ts'
import type { PeerPresence, Session, Store } from '../../../sdk/types.ts'
import { shownPerson } from '../people/find-person.ts'

/** Somebody who is away no longer than this, in ms, has not left: pages are loaded again, networks change. */
const RETURN_MS = 1_500

export type FollowState =
  | { readonly kind: 'none' }
  | { readonly kind: 'following'; readonly who: Participant }
  /** It ended because they went; where I look stays. */
  | { readonly kind: 'left'; readonly who: Participant }

/** What they read: an entry at the upper edge, or null for the end. Another object each time it is to be shown. */
export interface MirroredReading {
  readonly id: EntryId | null
}

/** Of a session what following needs. */
type Followable = Pick<Session, 'presence' | 'status' | 'tree'>

export class Follower {
  readonly #session: Followable
  readonly #state = createStore<FollowState>({ kind: 'none' })
  readonly #reading = createStore<MirroredReading | undefined>(undefined)
  /** The one of their connections that moved last, and what it said. */
  #mirrored: { readonly clientId: number; readonly viewId: EntryId } | undefined
  /** What each of their connections said last. */
  #heard = new Map<number, string>()
  /** They look at an entry that is not here yet. */
  #isAhead = false
  #end: (() => void) | undefined
  #leaving: ReturnType<typeof setTimeout> | undefined

  #look: (id: EntryId) => void = () => undefined

  constructor(session: Followable) {
    this.#session = session
  }

  /** `look` moves what I look at. Returns what ends that, and the following with it. */
  attach(look: (id: EntryId) => void): () => void {
    this.#look = look
    return () => this.stop()
  }

  get state(): Store<FollowState> {
    return this.#state
  }

  /** Undefined while nobody is followed. */
  get reading(): Store<MirroredReading | undefined> {
    return this.#reading
  }

  get isFollowing(): boolean {
    return this.#state.get().kind === 'following'
  }

  /** Does nothing when they are not here. */
  follow(id: ParticipantId): void {
    const who = this.#session.presence.get().find(({ user }) => user.id === id)?.user
    if (who === undefined) return
    this.#release()
    this.#state.set({ kind: 'following', who: shownPerson(who) })
    const { presence, status, tree } = this.#session
    const ends = [
      presence.subscribe(() => this.#mirror(id)),
      status.subscribe(() => this.#mirror(id)),
      tree.subscribe(() => this.#isAhead && this.#mirror(id)),
    ]
    this.#end = () => ends.forEach((end) => end())
    this.#mirror(id)
  }

  /** Where I look stays. */
  stop(): void {
    this.#release()
    this.#state.set({ kind: 'none' })
  }

  #mirror(id: ParticipantId): void {
    const theirs = this.#session.presence.get().filter(({ user }) => user.id === id)
    const peer = this.#newestOf(theirs)
    if (peer === undefined) return this.#waitForReturn()
    clearTimeout(this.#leaving)
    this.#leaving = undefined
    const viewId = peer.viewId ?? peer.leafId
    const { index } = this.#session.tree.get()
    this.#isAhead = viewId !== null && !index.has(viewId)
    if (viewId === null || this.#isAhead) return
    const before = this.#mirrored
    const isSamePlace = before?.clientId === peer.clientId && before.viewId === viewId
    // What they look at grew: what they read is on the screen already.
    const hasGrown = before?.clientId === peer.clientId && index.isAncestor(before.viewId, viewId)
    this.#mirrored = { clientId: peer.clientId, viewId }
    if (!isSamePlace) this.#look(viewId)
    const isShown = isSamePlace || hasGrown
    if (!isShown || this.#reading.get()?.id !== peer.readingId) this.#reading.set({ id: peer.readingId })
  }

  /** Of several connections the one that moved last; at first one with somebody at it. */
  #newestOf(theirs: readonly PeerPresence[]): PeerPresence | undefined {
    const heard = new Map(theirs.map((peer) => [peer.clientId, JSON.stringify(whereOf(peer))]))
    const before = this.#heard
    this.#heard = heard
    const moved = theirs.filter(({ clientId }) => before.get(clientId) !== heard.get(clientId))
    const current = theirs.find(({ clientId }) => clientId === this.#mirrored?.clientId)
    if (current !== undefined && !moved.some((peer) => peer !== current)) return current
    const candidates = moved.length > 0 ? moved : theirs
    return candidates.find((peer) => !peer.away) ?? candidates[0]
  }

  /** Without a connection of mine nobody is seen, and nobody has left. */
  #waitForReturn(): void {
    const isLive = this.#session.status.get().state === 'live'
    if (!isLive) {
      clearTimeout(this.#leaving)
      this.#leaving = undefined
    } else
      this.#leaving ??= setTimeout(() => {
        const now = this.#state.get()
        this.#release()
        if (now.kind === 'following') this.#state.set({ kind: 'left', who: now.who })
      }, RETURN_MS)
  }

  #release(): void {
    this.#end?.()
    this.#end = undefined
    clearTimeout(this.#leaving)
    this.#leaving = undefined
    this.#mirrored = undefined
    this.#heard = new Map()
    this.#isAhead = false
    this.#reading.set(undefined)
  }
}

function whereOf({ leafId, viewId, readingId }: PeerPresence): readonly (EntryId | null)[] {
  return [leafId, viewId, readingId]
}

const followers = new WeakMap<Session, Follower>()

/** The one of this page for a session. */
export function followerOf(session: Session): Follower {
  const follower = followers.get(session) ?? new Follower(session)
  followers.set(session, follower)
  return follower
}
