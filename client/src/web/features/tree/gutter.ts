// What the gutter draws beside each row: lines of the lanes that pass, the curve off the parent's lane, the row's own.
// Pure; the component turns it into SVG.
import { drawnLane, MAX_LANES } from './lanes.ts'
import type { Row } from './rows.ts'
import type { Branch } from './segments.ts'

export interface GutterLine {
  /** As drawn, 0 to MAX_LANES - 1. */
  readonly lane: number
  /** In whose colour. */
  readonly branch: Branch
}

export interface RowGutter {
  readonly lane: number
  /** The branch lies deeper than the gutter can show. */
  readonly beyond: boolean
  /** Lines that cross the row from top to bottom. */
  readonly through: readonly GutterLine[]
  /** The row's own line comes from above, goes on below. */
  readonly above: boolean
  readonly below: boolean
  /** The lane it curves off. */
  readonly curvesFrom: GutterLine | undefined
}

/** A branch's line, from its first row to the last that it or a curve off it reaches. */
interface Run {
  readonly branch: Branch
  readonly first: number
  last: number
}

/** One gutter per row. O(rows), whatever is folded. */
export function guttersOf(rows: readonly Row[]): readonly (RowGutter | undefined)[] {
  const runs = runsOf(rows)
  const lanes: Run[][] = Array.from({ length: MAX_LANES }, () => [])
  return rows.map((row, number) => {
    if (row.kind === 'detached') return undefined
    const own = runs.get(row.branch)
    if (own === undefined) return undefined
    const lane = drawnLane(row.branch.lane)
    if (own.first === number) lanes[lane]?.push(own)
    const through = passing(lanes, number, own)
    const parent = own.first === number ? row.branch.parent : null
    const parentRun = parent === null ? undefined : runs.get(parent)
    return {
      lane,
      beyond: row.branch.lane >= MAX_LANES,
      through,
      above: own.first < number,
      below: own.last > number,
      // In a search the parent's own rows may all come later, or not at all.
      curvesFrom:
        parent === null || parentRun === undefined || parentRun.first > number
          ? undefined
          : { lane: drawnLane(parent.lane), branch: parent },
    }
  })
}

function runsOf(rows: readonly Row[]): ReadonlyMap<Branch, Run> {
  const runs = new Map<Branch, Run>()
  for (const [number, row] of rows.entries()) {
    if (row.kind === 'detached') continue
    const { branch } = row
    const run = runs.get(branch)
    if (run !== undefined) {
      run.last = number
      continue
    }
    runs.set(branch, { branch, first: number, last: number })
    const parentRun = branch.parent === null ? undefined : runs.get(branch.parent)
    if (parentRun !== undefined) parentRun.last = number
  }
  return runs
}

function passing(lanes: readonly Run[][], number: number, own: Run): readonly GutterLine[] {
  let through: GutterLine[] | undefined
  for (let lane = 0; lane < lanes.length; lane += 1) {
    const stack = lanes[lane]
    while ((stack?.at(-1)?.last ?? number) < number) stack?.pop()
    const top = stack?.at(-1)
    if (top === undefined || top === own || top.last <= number) continue
    through ??= []
    through.push({ lane, branch: top.branch })
  }
  return through ?? NONE
}

const NONE: readonly GutterLine[] = []
