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
import type {
  Homecoming,
  Keeping,
  LateText,
  PeerPresence,
  PromptDraft,
  Quarantined,
  Session,
  SessionStatus,
  TreeSnapshot,
  WaitingRun,
} from '../../../../sdk/types.ts'
import { ME, PEOPLE } from './fake-tree.ts'

export interface FakeSession extends Session {
  /** Entries arrive, in one batch. */
  arrive(entries: readonly Entry[]): void
  /** The first sync is done. */
  settle(): void
  /** There is something to read from this device, without the server. */
  open(): void
  stand(leafId: EntryId | null): void
  setPresence(presence: readonly PeerPresence[]): void
  setReplies(replies: readonly ReplyDraft[]): void
  setStatus(status: SessionStatus): void
  setKeeping(keeping: Keeping): void
  /** These entries of mine are only on this device. */
  setUnsaved(entries: readonly Entry[]): void
  setQuarantine(quarantine: readonly Quarantined[]): void
  setHomecoming(homecoming: Homecoming | undefined): void
  setWaitingRuns(runs: readonly WaitingRun[]): void
}

export function fakeSession(people: ReadonlyMap<ParticipantId, Person> = PEOPLE): FakeSession {
  const index = new TreeIndex()
  const tree = createStore<TreeSnapshot>({ index, version: 0, open: false, synced: false })
  const leaf = createStore<EntryId | null>(null)
  const presence = createStore<readonly PeerPresence[]>([])
  const replies = createStore<readonly ReplyDraft[]>([])
  const me: Participant = { id: ME, ...(people.get(ME) ?? { name: 'Anna Moreau', color: 0, kind: 'human' }) }
  const status = createStore<SessionStatus>({ state: 'live' })
  const keeping = createStore<Keeping>({ kind: 'kept' })
  const unsaved = createStore(0)
  const quarantine = createStore<readonly Quarantined[]>([])
  const homecoming = createStore<Homecoming | undefined>(undefined)
  const waitingRuns = createStore<readonly WaitingRun[]>([])
  let onlyHere: readonly Entry[] = []
  const publish = (change: Partial<TreeSnapshot>): void =>
    tree.set({ ...tree.get(), ...change, version: index.version })
  return {
    id: sessionId('fake'),
    status,
    hello: createStore({
      version: 1 as const,
      session: sessionId('fake'),
      incarnation: '1',
      participant: me,
      role: 'own' as const,
      head: 0,
      desk: 'fake',
      nowMs: 0,
      limits: { frameBytes: 1, entryBytes: 1, sessionBytes: 1, clockAheadMs: 1 },
    }),
    tree,
    leaf,
    people: createStore(people),
    presence,
    replies,
    unsaved,
    keeping,
    generation: createStore(0),
    quarantine,
    homecoming,
    waitingRuns,
    prompts: createStore<readonly PromptDraft[]>([]),
    lateTexts: createStore<readonly LateText[]>([]),
    isUnsaved: (id) => onlyHere.some((entry) => entry.id === id),
    unsavedEntries: () => onlyHere,
    append: notThere,
    moveTo: (id) => leaf.set(id),
    lookAt: () => undefined,
    readAt: () => undefined,
    setWriting: () => undefined,
    setAway: () => undefined,
    setHidden: () => undefined,
    prompt: notThere,
    runWaiting: notThere,
    dismissWaiting: async (promptId) => waitingRuns.set(waitingRuns.get().filter((run) => run.promptId !== promptId)),
    dismissHomecoming: () => homecoming.set(undefined),
    discardQuarantined: async (id) => quarantine.set(quarantine.get().filter((item) => item.id !== id)),
    openPrompt: notThere,
    promptText: () => undefined,
    promptUndo: () => undefined,
    setCaret: () => undefined,
    sendPrompt: notThere,
    discardPrompt: notThere,
    takeLateText: notThere,
    startRun: notThere,
    stopRun: notThere,
    context: notThere,
    whenOpen: Promise.resolve(),
    whenSynced: Promise.resolve(),
    whenSaved: () => Promise.resolve(),
    whenKept: () => Promise.resolve(),
    reconnect: () => undefined,
    onEntries: () => () => undefined,
    close: () => undefined,
    arrive(entries) {
      for (const entry of entries) index.add(entry)
      publish({})
    },
    settle() {
      index.markLive()
      publish({ open: true, synced: true })
    },
    open: () => publish({ open: true }),
    stand: (leafId) => leaf.set(leafId),
    setPresence: (now) => presence.set(now),
    setReplies: (now) => replies.set(now),
    setStatus: (now) => status.set(now),
    setKeeping: (now) => keeping.set(now),
    setUnsaved: (entries) => {
      onlyHere = entries
      unsaved.set(entries.length)
    },
    setQuarantine: (now) => quarantine.set(now),
    setHomecoming: (now) => homecoming.set(now),
    setWaitingRuns: (now) => waitingRuns.set(now),
  }
}

function notThere(): never {
  throw new Error('A fake session cannot do this.')
}
