// Where an entry stands, in the words people use: the branch by its short name, and the turn.
// Branches and turns are cut as the tree pane cuts them, so that both say the same.
import { branchNameIn, branchTitle, type EntryId, type TreeIndex } from '@coppice/shared'
import { segmentsOf, turnNumber, type Branch } from '../tree/segments.ts'

export interface Place {
  /** First entry of the branch. */
  readonly branchId: EntryId
  /** "k7f" */
  readonly name: string
  /** A label or the first words of the branch; may be empty. */
  readonly title: string
  /** Counted from the root: 1 for the first; 0 before the first prompt. */
  readonly turn: number
  /** The turn after which the branch was forked off; null for a branch that begins at a root. */
  readonly forkedAfter: number | null
  /** No root leads here. */
  readonly detached: boolean
}

/** The place of an entry, or undefined for an id that is not in the tree, or of a fact on its own. */
export function placeOf(index: TreeIndex, id: EntryId, live: boolean): Place | undefined {
  const found = segmentsOf(index, live).find(id)
  if (found === undefined) return undefined
  const { branch } = found
  return {
    branchId: branch.id,
    name: branchNameIn(index, branch.id),
    title: branchTitle(index, branch.id),
    turn: turnNumber(found),
    forkedAfter: forkTurn(branch),
    detached: branch.cut !== null,
  }
}

/** "k7f · turn 12" */
export function placeWords(place: Place): string {
  return place.turn === 0 ? place.name : `${place.name} · turn ${place.turn}`
}

function forkTurn(branch: Branch): number | null {
  return branch.parent === null ? null : turnNumber({ branch: branch.parent, at: branch.forkAt })
}
