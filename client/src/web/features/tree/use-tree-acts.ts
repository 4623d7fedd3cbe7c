// What clicks and keys on a row do: look at it, fold it, or stand on it.
import { isFact, type EntryId, type TreeIndex } from '@coppice/shared'
import { useMemo } from 'react'
import { endOfBranch } from './branch-end.ts'
import type { Folds } from './folds.ts'
import { branchKey, DETACHED_KEY, type BranchRow, type Row } from './rows.ts'
import type { Branch } from './segments.ts'
import type { Sight } from './sight.ts'

export interface TreeActs {
  readonly look: (row: Row) => void
  readonly fold: (row: Row, open: boolean) => void
  readonly continueHere: (row: Row) => void
}

interface ActSources {
  readonly index: TreeIndex
  readonly sight: Sight
  readonly folds: Folds
  readonly setFold: (key: string, open: boolean | undefined) => void
  readonly viewId: EntryId | null
  readonly onView: (id: EntryId | null) => void
  readonly onContinueHere: (id: EntryId) => void
}

export function useTreeActs({ index, sight, folds, setFold, viewId, onView, onContinueHere }: ActSources): TreeActs {
  return useMemo(() => {
    const fold = (row: Row, open: boolean): void => setFold(row.key, open)
    return {
      fold,
      look(row) {
        if (row.kind === 'detached') {
          fold(row, !row.open)
          return
        }
        const { branch, from } = row
        // A branch one looks at is open, also when it had been folded by hand.
        if (folds.get(branchKey(branch)) === false) setFold(branchKey(branch), undefined)
        const first = branch.chain[from]
        if (row.kind === 'branch' && !row.onPath) {
          onView(endOfRow(row, index, sight))
          return
        }
        onView(row.onPath ? viewId : (branch.chain.at(-1) ?? null))
        if (first !== undefined) sight.reveal(first)
      },
      continueHere(row) {
        if (row.kind === 'detached') return
        const id =
          row.kind === 'turn' ? lastToStandOn(row.branch, row.from, row.to, index) : endOfRow(row, index, sight)
        if (id !== undefined && id !== null) onContinueHere(id)
      },
    }
  }, [index, sight, folds, setFold, viewId, onView, onContinueHere])
}

/** True for rows one can stand on. */
export function canStandOn(row: Row): boolean {
  return row.key !== DETACHED_KEY
}

function endOfRow({ branch, from }: BranchRow, index: TreeIndex, sight: Sight): EntryId | null {
  const top = branch.chain[from]
  return top === undefined ? null : endOfBranch(index, top, sight.recentEnds)
}

/** Nobody stands on a fact, though files have facts as links of a chain. */
function lastToStandOn(branch: Branch, from: number, to: number, index: TreeIndex): EntryId | undefined {
  for (let at = to; at >= from; at -= 1) {
    const id = branch.chain[at]
    const entry = id === undefined ? undefined : index.get(id)
    if (entry !== undefined && !isFact(entry)) return id
  }
  return branch.chain[to]
}
