// The drafts of one session on this page: everything that keeps or throws away a text of the person's goes through here.
import type { ParticipantId } from '@coppice/shared'
import type { Session } from '../../../sdk/types.ts'
import { warnWhile } from '../saving/leave-guard.ts'
import { browserStorage, PageBackedStorage } from './draft-storage.ts'
import { DraftStore } from './draft-store.ts'
import { DraftTrash } from './draft-trash.ts'
import { PersonalStorage } from './personal-storage.ts'

const PREFIX = 'coppice.draft.'

/** Whether a draft is lost with the page. */
export function hasUnkeptDraft({ unkept }: Pick<PageBackedStorage, 'unkept'>): boolean {
  return [...unkept.get().keys()].some((key) => key.includes(PREFIX))
}

let ofPage: PageBackedStorage | undefined

/** The one of this page. Leaving warns while a draft would be lost. */
export function draftStorage(): PageBackedStorage {
  if (ofPage !== undefined) return ofPage
  const storage = new PageBackedStorage(browserStorage())
  warnWhile(() => hasUnkeptDraft(storage), [storage.unkept], window)
  ofPage = storage
  return storage
}

const known = new WeakMap<Session, { readonly me: ParticipantId | undefined; readonly drafts: DraftStore }>()

/** The same object for the same session and person. */
export function draftsIn(session: Session): DraftStore {
  const me = session.hello.get()?.participant.id
  const before = known.get(session)
  if (before !== undefined && before.me === me) return before.drafts
  const kept = draftStorage()
  const old = ['draft', 'sent'].map((kind) => `coppice.${kind}.${session.id}.`)
  const storage = me === undefined ? kept : new PersonalStorage(kept, me, old)
  const source = { storage, session: session.id, now: Date.now }
  const drafts = new DraftStore({ ...source, trash: new DraftTrash(source) })
  known.set(session, { me, drafts })
  return drafts
}
