// Where an entry stands, in the words people use: the branch by its short name, and the turn.
// A branch is what follows the last fork, so that its name depends on the tree alone: everyone says the same, whatever
// order siblings arrived in. The tree pane's longer lines, which go on with the first child, are for the eye only.
import { branchNameIn, type Entry, type EntryId, type TreeIndex } from '@coppice/shared'
import { branchWords } from '../tree/branch-words.ts'
import { segmentsOf, turnNumber } from '../tree/segments.ts'

export interface Place {
  /** First entry of the branch. */
  readonly branchId: EntryId
  /** "k7f" */
  readonly name: string
  /** A label or the first words of the branch, else what it begins with, ready to be shown. */
  readonly title: string
  /** Counted from the root: 1 for the first; 0 before the first prompt. */
  readonly turn: number
  /** The turn after which the branch was forked off; null for a branch that begins at a root. */
  readonly forkedAfter: number | null
  /** It begins with an answer beside another one. */
  readonly isOtherAnswer: boolean
  /** No root leads here. */
  readonly detached: boolean
}

/** The place of an entry, or undefined for an id that is not in the tree, or of a fact on its own. */
export function placeOf(index: TreeIndex, id: EntryId, live: boolean): Place | undefined {
  const cut = segmentsOf(index, live)
  const found = cut.find(id)
  if (found === undefined) return undefined
  const branchId = startOf(index, id)
  const parentId = index.parentOf(branchId) ?? null
  const parent = parentId === null ? undefined : cut.find(parentId)
  return {
    branchId,
    name: branchNameIn(index, branchId),
    title: branchWords(index, branchId),
    turn: turnNumber(found),
    forkedAfter: parent === undefined ? null : turnNumber(parent),
    isOtherAnswer: parent !== undefined && isAnswer(index.get(branchId)),
    detached: index.isDetached(id),
  }
}

/** "k7f · turn 12" */
export function placeWords(place: Place): string {
  return place.turn === 0 ? place.name : `${place.name} · turn ${place.turn}`
}

export function turnWords({ turn }: Place): string {
  return turn > 0 ? `turn ${turn}` : ''
}

/** "turn 12 · Mia’s branch · forked after turn 3". Without a writer it is mine. */
export function aboutWords(place: Place, writer: string | undefined): string {
  const { forkedAfter, isOtherAnswer, detached } = place
  const parts = [turnWords(place)]
  if (forkedAfter !== null && isOtherAnswer) parts.push(`another answer to turn ${forkedAfter}`)
  else if (forkedAfter !== null) {
    parts.push(writer === undefined ? 'your branch' : `${writer}’s branch`)
    parts.push(forkedAfter === 0 ? 'forked at the start' : `forked after turn ${forkedAfter}`)
  }
  if (detached) parts.push('detached: the entry above is missing')
  return parts.filter((part) => part !== '').join(' · ')
}

function isAnswer(entry: Entry | undefined): boolean {
  return entry?.type === 'message' && entry.message.role === 'assistant'
}

interface Starts {
  readonly forkVersion: number
  readonly byId: Map<EntryId, EntryId>
}

const known = new WeakMap<TreeIndex, Starts>()

/** As `branchStartOf`, remembered: what is asked again after an append takes one step. */
function startOf(index: TreeIndex, id: EntryId): EntryId {
  let starts = known.get(index)
  if (starts === undefined || starts.forkVersion !== index.forkVersion) {
    starts = { forkVersion: index.forkVersion, byId: new Map() }
    known.set(index, starts)
  }
  let at = id
  for (;;) {
    const start = starts.byId.get(at)
    const parent = index.parentOf(at)
    if (start !== undefined || parent === null || parent === undefined || index.branches(parent).length > 1) {
      starts.byId.set(id, start ?? at)
      return start ?? at
    }
    at = parent
  }
}
