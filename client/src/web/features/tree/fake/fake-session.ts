// A session without a server: its stores are filled by hand. For tests and for looking at the screen, never in the app.
import {
  sessionId,
  TreeIndex,
  type Entry,
  type EntryId,
  type Participant,
  type ParticipantId,
  type Person,
  type ReplyDraft,
} from '@coppice/shared'
import { createStore } from '../../../../sdk/store.ts'
import type { PeerPresence, Session, SessionStatus, TreeSnapshot } from '../../../../sdk/types.ts'
import { ME, PEOPLE } from './fake-tree.ts'

export interface FakeSession extends Session {
  /** Entries arrive, in one batch. */
  arrive(entries: readonly Entry[]): void
  /** The first sync is done. */
  settle(): void
  stand(leafId: EntryId | null): void
  setPresence(presence: readonly PeerPresence[]): void
  setReplies(replies: readonly ReplyDraft[]): void
}

export function fakeSession(people: ReadonlyMap<ParticipantId, Person> = PEOPLE): FakeSession {
  const index = new TreeIndex()
  const tree = createStore<TreeSnapshot>({ index, version: 0, synced: false })
  const leaf = createStore<EntryId | null>(null)
  const presence = createStore<readonly PeerPresence[]>([])
  const replies = createStore<readonly ReplyDraft[]>([])
  const me: Participant = { id: ME, ...(people.get(ME) ?? { name: 'Anna Moreau', color: 0, kind: 'human' }) }
  const publish = (synced: boolean): void => tree.set({ index, version: index.version, synced })
  return {
    id: sessionId('fake'),
    status: createStore<SessionStatus>({ state: 'live' }),
    hello: createStore({
      version: 1 as const,
      session: sessionId('fake'),
      incarnation: '1',
      participant: me,
      role: 'own' as const,
      head: 0,
      limits: { frameBytes: 1, entryBytes: 1, sessionBytes: 1, clockAheadMs: 1 },
    }),
    tree,
    leaf,
    people: createStore(people),
    presence,
    replies,
    unsaved: createStore(0),
    isUnsaved: () => false,
    append: notThere,
    moveTo: (id) => leaf.set(id),
    lookAt: () => undefined,
    setWriting: () => undefined,
    prompt: notThere,
    startRun: notThere,
    stopRun: notThere,
    context: notThere,
    whenSynced: Promise.resolve(),
    whenSaved: () => Promise.resolve(),
    close: () => undefined,
    arrive(entries) {
      for (const entry of entries) index.add(entry)
      publish(tree.get().synced)
    },
    settle() {
      index.markLive()
      publish(true)
    },
    stand: (leafId) => leaf.set(leafId),
    setPresence: (now) => presence.set(now),
    setReplies: (now) => replies.set(now),
  }
}

function notThere(): never {
  throw new Error('A fake session cannot do this.')
}
