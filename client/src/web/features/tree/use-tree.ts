// Everything the tree pane draws, derived from what is live: rows, gutters, marks. Only what changed is derived anew.
import type { EntryId, ReplyDraft, TreeIndex } from '@coppice/shared'
import { useMemo } from 'react'
import { useStore } from '../../../react/index.ts'
import type { Session } from '../../../sdk/types.ts'
import { findTurns, type Filter, type FoundTurns } from './filter.ts'
import { guttersOf, type RowGutter } from './gutter.ts'
import type { Looked } from './looking.ts'
import { placedId } from './placed-id.ts'
import { marksOf, type RowMarks } from './marks.ts'
import { outlineOf, type Outline } from './outline.ts'
import { segmentsOf, type Cut } from './segments.ts'
import { sightOf, type Sight } from './sight.ts'
import type { SessionNow } from './session-feed.ts'
import { useSessionNow } from './use-session-now.ts'

/** The tree takes in what others do at most ten times a second. */
const PAUSE_MS = 100

const NO_REPLIES: readonly ReplyDraft[] = []

export interface Tree {
  readonly now: SessionNow
  readonly index: TreeIndex
  readonly cut: Cut
  readonly sight: Sight
  readonly looked: Looked
  readonly outline: Outline
  readonly gutters: readonly (RowGutter | undefined)[]
  readonly marks: ReadonlyMap<number, RowMarks>
  readonly found: FoundTurns | undefined
  /** Number of the row I stand on. */
  readonly leafRow: number | undefined
}

export interface TreeChoices {
  readonly viewId: EntryId | null
  readonly folds: ReadonlyMap<string, boolean>
  readonly filter: Filter
}

export function useTree(session: Session, { viewId, folds, filter }: TreeChoices): Tree {
  const now = useSessionNow(session, PAUSE_MS)
  const { tree, leafId, people, presence, unsaved } = now
  // Without a connection nobody knows whether an answer is still being written.
  const replies = useStore(session.status).state === 'live' ? now.replies : NO_REPLIES
  const { index, synced } = tree
  const sight = sightOf(session)
  const cut = segmentsOf(index, synced)
  const looked = sight.look({ viewId, leafId, live: synced }, index)
  const { endId } = looked

  // The index inside is the same object, grown; `tree` and `cut` are new objects when it did.
  const found = useMemo(() => findTurns({ index: tree.index, cut, people }, filter), [tree, cut, people, filter])
  const outline = useMemo(
    () => outlineOf(cut, { endId, choices: folds, ...(found === undefined ? {} : { found }) }),
    [cut, endId, folds, found],
  )
  const gutters = useMemo(() => guttersOf(outline.rows), [outline])
  const onlyHere = useMemo(
    () => (unsaved === 0 ? [] : session.unsavedEntries().flatMap((entry) => placedId(entry) ?? [])),
    // reason: what is unsaved changes with the tree and with the count
    // oxlint-disable-next-line react/exhaustive-deps
    [session, unsaved, tree],
  )
  const marks = useMemo(() => {
    if (synced) sight.newness.start(cut)
    markSeen(sight, cut, endId)
    return marksOf({ outline, cut, presence, replies, newness: sight.newness, onlyHere })
  }, [outline, cut, presence, replies, sight, synced, endId, onlyHere])
  const leafRow = leafId === null ? undefined : outline.rowOfEntry(leafId)
  return { now, index, cut, sight, looked, outline, gutters, marks, found, leafRow }
}

/** What is on the path one looks at is not new. */
function markSeen({ newness }: Sight, cut: Cut, endId: EntryId | null): void {
  let place = endId === null ? undefined : cut.find(endId)
  while (place !== undefined) {
    newness.look(place.branch, place.at)
    const { parent, forkAt } = place.branch
    place = parent === null ? undefined : { branch: parent, at: forkAt }
  }
}
