// Our own mark in an exported Pi file: every generation of Pi opens a file at its last entry, so one that adds nothing
// to the context is put below the leaf when the leaf itself can't come last (pi.md 7.3).
import { COPPICE_PREFIX } from '../../entry/custom.ts'
import type { Entry } from '../../entry/entry.ts'
import { derivedId } from '../derived-id.ts'

/** `customType` of the mark. Import reads it and, unless something hangs below it, leaves it out again. */
export const PLACE_MARK = `${COPPICE_PREFIX}leaf`

export function isPlaceMark(entry: Entry): boolean {
  return entry.type === 'custom' && entry.customType === PLACE_MARK
}

/** The mark's line for a leaf: always the same, so that a second export adds no second mark. */
export function placeMarkText(leaf: Entry): string {
  return JSON.stringify({
    type: 'custom',
    id: derivedId('leaf', leaf.id),
    parentId: leaf.id,
    timestamp: leaf.timestamp,
    customType: PLACE_MARK,
  })
}
