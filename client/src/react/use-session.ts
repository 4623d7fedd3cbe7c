// The session itself, and one hook for each live fact about it. Each one renders again when its own fact changes,
// and only then.
import type { Entry, EntryId, Hello, ParticipantId, Person, ProjectedContext, ReplyDraft } from '@coppice/shared'
import { use, useSyncExternalStore } from 'react'
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
} from '../sdk/types.ts'
import { SessionContext } from './session-context.ts'
import { useStore } from './use-store.ts'

/** The session of the nearest SessionProvider. Throws without one. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (session === undefined) throw new Error('useSession needs a SessionProvider above it')
  return session
}

export function useTree(): TreeSnapshot {
  return useStore(useSession().tree)
}

/** Where I stand. */
export function useLeaf(): EntryId | null {
  return useStore(useSession().leaf)
}

export function useStatus(): SessionStatus {
  return useStore(useSession().status)
}

/** Who I am and what I may do; undefined before the server has said so. */
export function useHello(): Hello | undefined {
  return useStore(useSession().hello)
}

/** Everyone who ever took part. */
export function usePeople(): ReadonlyMap<ParticipantId, Person> {
  return useStore(useSession().people)
}

/** Who is here besides this connection. */
export function usePresence(): readonly PeerPresence[] {
  return useStore(useSession().presence)
}

/** Answers that are still being written. */
export function useReplies(): readonly ReplyDraft[] {
  return useStore(useSession().replies)
}

/** How many entries of mine are not known to be saved. */
export function useUnsaved(): number {
  return useStore(useSession().unsaved)
}

/** Whether this entry of mine is not known to be saved. */
export function useIsUnsaved(id: EntryId): boolean {
  const session = useSession()
  const read = (): boolean => session.isUnsaved(id)
  return useSyncExternalStore(session.unsaved.subscribe, read, read)
}

/** Entries of mine that are not known to be saved, oldest first. */
export function useUnsavedEntries(): readonly Entry[] {
  const session = useSession()
  const count = useUnsaved()
  // Read anew at each change of the count, and whenever the component draws anyway.
  return count === 0 ? NONE : session.unsavedEntries()
}

const NONE: readonly Entry[] = []

/** Whether what I write survives this page. */
export function useKeeping(): Keeping {
  return useStore(useSession().keeping)
}

/** Rises each time the session had to start over with a fresh copy. */
export function useGeneration(): number {
  return useStore(useSession().generation)
}

/** What the server refused, oldest first. */
export function useQuarantine(): readonly Quarantined[] {
  return useStore(useSession().quarantine)
}

/** What became of work done without the server; undefined when there is nothing to say. */
export function useHomecoming(): Homecoming | undefined {
  return useStore(useSession().homecoming)
}

/** Prompts written without the server too long ago to be answered unasked. */
export function useWaitingRuns(): readonly WaitingRun[] {
  return useStore(useSession().waitingRuns)
}

/** Co-edited prompts, oldest first. */
export function usePrompts(): readonly PromptDraft[] {
  return useStore(useSession().prompts)
}

/** Text of mine that came too late for a shared prompt. */
export function useLateTexts(): readonly LateText[] {
  return useStore(useSession().lateTexts)
}

/** What the model would be given at an entry; undefined while the entry is not here. */
export function useContextOf(leafId: EntryId | null): ProjectedContext | undefined {
  const session = useSession()
  const read = (): ProjectedContext | undefined =>
    leafId === null || session.tree.get().index.has(leafId) ? session.context(leafId) : undefined
  return useSyncExternalStore(session.tree.subscribe, read, read)
}
