// The drafts of one session on this page: everything that keeps or throws away a text of the person's goes through here.
import type { Session } from '../../../sdk/types.ts'
import { browserStorage } from './draft-storage.ts'
import { DraftStore } from './draft-store.ts'
import { DraftTrash } from './draft-trash.ts'

const known = new WeakMap<Session, DraftStore>()

/** The same object for the same session. */
export function draftsIn(session: Session): DraftStore {
  const before = known.get(session)
  if (before !== undefined) return before
  const source = { storage: browserStorage(), session: session.id, now: Date.now }
  const drafts = new DraftStore({ ...source, trash: new DraftTrash(source) })
  known.set(session, drafts)
  return drafts
}
