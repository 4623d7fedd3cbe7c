// The drafts of one session on this page: everything that keeps or throws away a text of the person's goes through here.
import type { ParticipantId } from '@coppice/shared'
import type { Session } from '../../../sdk/types.ts'
import { browserStorage } from './draft-storage.ts'
import { DraftStore } from './draft-store.ts'
import { DraftTrash } from './draft-trash.ts'
import { PersonalStorage } from './personal-storage.ts'

const known = new WeakMap<Session, { readonly me: ParticipantId | undefined; readonly drafts: DraftStore }>()

/** The same object for the same session and person. */
export function draftsIn(session: Session): DraftStore {
  const me = session.hello.get()?.participant.id
  const before = known.get(session)
  if (before !== undefined && before.me === me) return before.drafts
  const kept = browserStorage()
  const old = ['draft', 'sent'].map((kind) => `coppice.${kind}.${session.id}.`)
  const storage = me === undefined ? kept : new PersonalStorage(kept, me, old)
  const source = { storage, session: session.id, now: Date.now }
  const drafts = new DraftStore({ ...source, trash: new DraftTrash(source) })
  known.set(session, { me, drafts })
  return drafts
}
