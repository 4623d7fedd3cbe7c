// What a person's row says: where they stand, what they do, and what they look at when that is elsewhere.
import type { EntryId } from '@coppice/shared'
import { counted } from '../../words/number-words.ts'
import type { HereNow } from './participants.ts'

export interface PersonWords {
  /** "k7f · turn 12 · writing" */
  readonly stands: string
  /** "looks at b7 · turn 3"; undefined when they look at where they stand. */
  readonly looks: string | undefined
}

/** `nameOf` says a place in words; undefined for an entry that is not in the tree. */
export function personWords(someone: HereNow, nameOf: (id: EntryId) => string | undefined): PersonWords {
  const { leaves, viewId, doing, windows } = someone
  const places = leaves.map((id) => (id === null ? undefined : nameOf(id)) ?? 'before the first prompt')
  const viewed = viewId === null ? undefined : nameOf(viewId)
  const parts = [places.join(' and ')]
  if (doing !== 'here') parts.push(doing)
  if (windows > 1) parts.push(counted(windows, 'window'))
  return { stands: parts.join(' · '), looks: viewed === undefined ? undefined : `looks at ${viewed}` }
}
