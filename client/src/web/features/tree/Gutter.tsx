// The lines beside one row: lanes that pass, the curve off the parent's lane, and the row's own dot.
import type { ReactNode } from 'react'
import type { GutterLine, RowGutter } from './gutter.ts'
import { LANE_WIDTH } from './lanes.ts'
import type { Branch } from './segments.ts'

export const ROW_HEIGHT = 30
const MIDDLE = ROW_HEIGHT / 2
const MARGIN = 8

export type RowDot = 'turn' | 'stands' | 'folded' | 'open'

interface GutterProps {
  readonly gutter: RowGutter
  /** Lanes the pane has room for. Deeper ones are drawn on the last. */
  readonly lanes: number
  readonly dot: RowDot
  /** Colour of the row's own line: of its branch. */
  readonly hue: string
  /** Colour of the dot: of who wrote the row. */
  readonly dotHue: string
  readonly hueOf: (branch: Branch) => string
}

export function gutterWidth(lanes: number): number {
  return MARGIN * 2 + (lanes - 1) * LANE_WIDTH
}

export function Gutter({ gutter, lanes, dot, hue, dotHue, hueOf }: GutterProps) {
  const x = (lane: number): number => MARGIN + Math.min(lane, lanes - 1) * LANE_WIDTH
  const own = x(gutter.lane)
  const { curvesFrom } = gutter
  return (
    <svg className="tree-gutter" width={gutterWidth(lanes)} height={ROW_HEIGHT} aria-hidden="true">
      {gutter.through.map((line: GutterLine) => (
        <Line key={line.lane} x={x(line.lane)} from={0} to={ROW_HEIGHT} hue={hueOf(line.branch)} />
      ))}
      {gutter.above && <Line x={own} from={0} to={MIDDLE} hue={hue} />}
      {gutter.below && <Line x={own} from={MIDDLE} to={ROW_HEIGHT} hue={hue} />}
      {curvesFrom !== undefined && <Curve from={x(curvesFrom.lane)} to={own} hue={hue} />}
      {DOTS[dot](own, dotHue)}
      {dot !== 'turn' && dot !== 'stands' && (gutter.lane >= lanes || gutter.beyond) ? (
        <text className="tree-beyond" x={own + 6} y={MIDDLE + 3}>
          »
        </text>
      ) : null}
    </svg>
  )
}

function Line({
  x,
  from,
  to,
  hue,
}: {
  readonly x: number
  readonly from: number
  readonly to: number
  readonly hue: string
}) {
  return <line x1={x} y1={from} x2={x} y2={to} stroke={hue} strokeWidth={2} />
}

/** Leaves the parent's lane at the top of the row and arrives at the row's own dot. */
function Curve({ from, to, hue }: { readonly from: number; readonly to: number; readonly hue: string }) {
  return (
    <path
      d={`M${from} 0C${from} ${MIDDLE} ${from} ${MIDDLE} ${to} ${MIDDLE}`}
      fill="none"
      stroke={hue}
      strokeWidth={2}
    />
  )
}

const DOTS: Record<RowDot, (x: number, hue: string) => ReactNode> = {
  turn: (x, hue) => <circle className="tree-dot" cx={x} cy={MIDDLE} r={3.6} fill={hue} />,
  stands: (x, hue) => <circle className="tree-dot" cx={x} cy={MIDDLE} r={5} fill={hue} />,
  folded: (x, hue) => (
    <rect className="tree-box" x={x - 4.5} y={MIDDLE - 4.5} width={9} height={9} rx={2.5} stroke={hue} />
  ),
  open: (x, hue) => <circle className="tree-ring" cx={x} cy={MIDDLE} r={3.6} stroke={hue} />,
}
