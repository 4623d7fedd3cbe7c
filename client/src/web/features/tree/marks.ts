// What stands at the right of a row: who is there, whether an answer streams there, what is new there.
// A mark on something folded away is shown on the row that hides it.
import type { EntryId, Participant, ReplyDraft } from '@coppice/shared'
import type { PeerPresence } from '../../../sdk/types.ts'
import { shownPerson } from '../people/find-person.ts'
import type { Newness } from './newness.ts'
import type { Outline } from './outline.ts'
import type { Cut } from './segments.ts'

export interface RowMarks {
  /** Others who stand here, each once, in the order of their arrival. */
  readonly people: readonly Participant[]
  /** Answers being written here. */
  readonly answering: number
  /** Entries that arrived since one looked. */
  readonly fresh: number
  /** Entries that are only on this device. */
  readonly onlyHere: number
}

interface MarkSources {
  readonly outline: Outline
  readonly cut: Cut
  readonly presence: readonly PeerPresence[]
  readonly replies: readonly ReplyDraft[]
  readonly newness: Newness
  /** The entries by whose rows those are shown that are only on this device. */
  readonly onlyHere: readonly EntryId[]
}

const NOTHING: RowMarks = { people: [], answering: 0, fresh: 0, onlyHere: 0 }

/** Marks by row number; rows without any are left out. */
export function marksOf({
  outline,
  cut,
  presence,
  replies,
  newness,
  onlyHere,
}: MarkSources): ReadonlyMap<number, RowMarks> {
  const marks = new Map<number, RowMarks>()
  const change = (id: EntryId | null, add: (to: RowMarks) => RowMarks): void => {
    const row = id === null ? undefined : outline.rowOfEntry(id)
    if (row !== undefined) marks.set(row, add(marks.get(row) ?? NOTHING))
  }
  for (const { user, leafId } of presence)
    change(leafId, (to) =>
      to.people.some(({ id }) => id === user.id) ? to : { ...to, people: [...to.people, shownPerson(user)] },
    )
  for (const { parentId } of replies) change(parentId, (to) => ({ ...to, answering: to.answering + 1 }))
  for (const id of onlyHere) change(id, (to) => ({ ...to, onlyHere: to.onlyHere + 1 }))
  for (const branch of cut.branches) {
    const fresh = newness.of(branch)
    if (fresh > 0) change(branch.chain.at(-1) ?? null, (to) => ({ ...to, fresh: to.fresh + fresh }))
  }
  return marks
}
