// How many lanes the gutter has room for. It changes only with what the person does, never because others write:
// a wider gutter would shift every row.
import { useState } from 'react'
import { MAX_LANES } from './lanes.ts'
import type { Row } from './rows.ts'

const FEWEST = 4

/** `cause`: what the person looks at, folds and filters; a new value lets the gutter fit the rows again. */
export function useGutterLanes(rows: readonly Row[], cause: readonly unknown[]): number {
  const [kept, keep] = useState({ cause, lanes: lanesFor(rows) })
  if (kept.cause.every((part, number) => Object.is(part, cause[number]))) return kept.lanes
  const lanes = lanesFor(rows)
  keep({ cause, lanes })
  return lanes
}

function lanesFor(rows: readonly Row[]): number {
  let most = FEWEST
  for (const row of rows) if (row.kind !== 'detached') most = Math.max(most, row.branch.lane + 1)
  return Math.min(most, MAX_LANES)
}
