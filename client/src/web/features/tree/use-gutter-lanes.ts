// How many lanes the gutter has room for. It changes only with what the person does, never because others write:
// a wider gutter would shift every row.
import { useState } from 'react'
import { useMedia } from '../../ui/use-media.ts'
import { MAX_LANES } from './lanes.ts'
import type { Row } from './rows.ts'

const FEWEST = 4
/** Where the pane is narrow, words need the room more. As in the styles' breakpoints. */
const NARROW = '(min-width: 720px) and (max-width: 1180px)'
const MOST_IN_NARROW = 5

/** `cause`: what the person looks at, folds and filters; a new value lets the gutter fit the rows again. */
export function useGutterLanes(rows: readonly Row[], cause: readonly unknown[]): number {
  const most = useMedia(NARROW) ? MOST_IN_NARROW : MAX_LANES
  const [kept, keep] = useState({ cause, lanes: lanesFor(rows) })
  if (kept.cause.every((part, number) => Object.is(part, cause[number]))) return Math.min(kept.lanes, most)
  const lanes = lanesFor(rows)
  keep({ cause, lanes })
  return Math.min(lanes, most)
}

function lanesFor(rows: readonly Row[]): number {
  let lanes = FEWEST
  for (const row of rows) if (row.kind !== 'detached') lanes = Math.max(lanes, row.branch.lane + 1)
  return Math.min(lanes, MAX_LANES)
}
