// Entries of a format without branches: what is said hangs below what was said before it, and what is only noted hangs
// beside it.
import { UNKNOWN_RECORD } from '../../entry/custom.ts'
import type { EntryId } from '../../entry/ids.ts'
import type { JsonObject } from '../json/json.ts'
import type { DraftAt, SessionBuilder } from '../build/session-builder.ts'

export interface ChainLink extends Omit<DraftAt, 'parentId'> {
  /** Nothing goes on from it. */
  readonly isBeside: boolean
}

/**
 * Adds the links in their order. Notes before the first words hang below those. A file of nothing but notes is a chain
 * of its own: all of them hang below the first. What is told again, under an id that was there, stands where it was told
 * first and moves nothing.
 * @returns the last entry that something may go on from
 */
export function addChain(links: readonly ChainLink[], builder: SessionBuilder): EntryId | null {
  const opening = links.find(({ isBeside }) => !isBeside)?.id ?? null
  let place: EntryId | null = null
  let firstNote: EntryId | null = null
  for (const { isBeside, ...draft } of links) {
    const known = builder.find(draft.id)
    if (known !== undefined) {
      builder.add({ ...draft, parentId: known.parentId })
      continue
    }
    const beside: EntryId | null = place ?? opening ?? firstNote
    const entry = builder.add({ ...draft, parentId: isBeside ? beside : place })
    if (!isBeside) place = entry.id
    else firstNote ??= entry.id
  }
  return place
}

/** What a record says that is no part of the talk: it is kept whole. */
export function notePayload(record: JsonObject): JsonObject {
  return { type: 'custom', customType: UNKNOWN_RECORD, data: record }
}
