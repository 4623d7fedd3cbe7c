// How an entry that is only here is called in a list: what it says, and where it stands, as the tree says it.
import { isFact, type Entry, type EntryId } from '@coppice/shared'
import type { TreeSnapshot } from '../../../sdk/types.ts'
import { placeOf, type Place } from '../session/place.ts'
import { lineFor, plainLine } from '../tree/entry-words.ts'
import { placedId } from '../tree/placed-id.ts'

export interface UnsavedWords {
  readonly words: string
  /** The entry to look at: itself, or what a label is on. Undefined when neither is in the tree. */
  readonly lookAt: EntryId | undefined
  /** Undefined for what has no place. */
  readonly place: Place | undefined
}

export function unsavedWords(entry: Entry, { index, synced }: TreeSnapshot): UnsavedWords {
  const target = placedId(entry)
  const shown = target === undefined ? undefined : index.get(target)
  const lookAt = shown === undefined || isFact(shown) ? undefined : shown.id
  return {
    words: entry.type === 'label' && shown !== undefined ? labelWords(entry.label, shown) : lineFor(entry),
    lookAt,
    place: lookAt === undefined ? undefined : placeOf(index, lookAt, synced),
  }
}

function labelWords(label: string | null | undefined, target: Entry): string {
  const on = plainLine(lineFor(target))
  return label === null || label === undefined ? `Label taken off: ${on}` : `★ ${plainLine(label)}: ${on}`
}
