// The rows in sight, and the keyboard on them. Virtual: only what one sees, and the row that has the focus, exist.
import { useVirtualizer, defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import {
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
} from 'react'
import { useHello, useKeeping } from '../../../react/index.ts'
import { hereWords } from '../saving/saved-words.ts'
import { authorOf } from './author-of.ts'
import { ROW_HEIGHT } from './Gutter.tsx'
import { wordsOf } from './row-words.ts'
import type { Row } from './rows.ts'
import type { Branch } from './segments.ts'
import { actFor } from './tree-keys.ts'
import { personColor, TreeRow } from './TreeRow.tsx'
import { useGutterLanes } from './use-gutter-lanes.ts'
import { useStillRows } from './use-still-rows.ts'
import { canStandOn, type TreeActs } from './use-tree-acts.ts'
import type { Tree } from './use-tree.ts'

const OVERSCAN = 4

/** Lets a field outside the rows send the keyboard into them. */
export interface RowsHandle {
  readonly focus: () => void
}

interface TreeRowsProps {
  readonly tree: Tree
  readonly acts: TreeActs
  readonly ref: Ref<RowsHandle>
  /** What the person did last: it may change the width of the gutter. */
  readonly cause: readonly unknown[]
}

export function TreeRows({ tree, acts, ref, cause }: TreeRowsProps) {
  const { outline, gutters, marks, index, looked, leafRow, now } = tree
  const { rows } = outline
  const { people } = now
  const here = hereWords(useKeeping())
  const me = useHello()?.participant.id
  const scroller = useRef<HTMLDivElement>(null)
  const listId = useId()
  const [activeKey, setActiveKey] = useState<string>()
  const toFocus = useRef<string>(undefined)
  const mayVanish = useRef(false)
  const lanes = useGutterLanes(rows, cause)
  const lookedRow = looked.endId === null ? undefined : outline.rowOfEntry(looked.endId)
  const active = (activeKey === undefined ? undefined : outline.numberOf.get(activeKey)) ?? lookedRow ?? 0

  // reason: its functions are called in effects and events only, never handed to memoised components
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: useCallback((number: number) => rows[number]?.key ?? number, [rows]),
    // The row with the focus stays, or the focus would be lost.
    rangeExtractor: useCallback((range: Range) => withRow(defaultRangeExtractor(range), active), [active]),
    overscan: OVERSCAN,
    initialOffset: () => Math.max(0, ((lookedRow ?? 0) - 8) * ROW_HEIGHT),
  })
  useStillRows(scroller, outline, leafRow === undefined ? undefined : rows[leafRow]?.key)

  const goTo = useCallback(
    (row: Row | undefined, number: number) => {
      if (row === undefined) return
      toFocus.current = row.key
      setActiveKey(row.key)
      virtualizer.scrollToIndex(number, { align: 'auto' })
    },
    [virtualizer],
  )
  useLayoutEffect(() => {
    // Looking at a row may turn it into others: the keyboard goes on at what one looks at.
    if (mayVanish.current && activeKey !== undefined && !outline.numberOf.has(activeKey)) {
      mayVanish.current = false
      toFocus.current = rows[active]?.key
    }
    if (toFocus.current === undefined) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(toFocus.current)}"]`)
    if (row === null || row === undefined) return
    toFocus.current = undefined
    mayVanish.current = false
    row.focus({ preventScroll: true })
  })
  useImperativeHandle(ref, () => ({ focus: () => goTo(rows[active], active) }), [goTo, rows, active])

  // I turned to another path, or wrote a prompt: its row comes into sight. What others do never scrolls.
  const { endId, own } = looked
  const lookedKey = lookedRow === undefined ? undefined : rows[lookedRow]?.key
  const shown = useRef({ endId, own, lookedKey })
  useEffect(() => {
    const before = shown.current
    shown.current = { endId, own, lookedKey }
    if (before.endId === endId && before.own === own) return
    const grew = before.own === own && before.endId !== null && endId !== null && index.isAncestor(before.endId, endId)
    if (lookedRow === undefined || (grew && (!own || before.lookedKey === lookedKey))) return
    virtualizer.scrollToIndex(lookedRow, { align: 'auto' })
  }, [endId, own, lookedKey, lookedRow, index, virtualizer])

  const hueOf = useCallback(
    (branch: Branch) => {
      const first = index.get(branch.id)
      return first === undefined ? 'var(--ink-3)' : personColor(authorOf(first, people).color)
    },
    [index, people],
  )

  const press = (event: KeyboardEvent): void => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.target !== event.currentTarget.ownerDocument.activeElement
    )
      return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1)
    const act = actFor(event.key, active, outline, page)
    const row = act === undefined ? undefined : rows[act.row]
    if (act === undefined || row === undefined) return
    event.preventDefault()
    switch (act.act) {
      case 'go':
        goTo(row, act.row)
        break
      case 'fold':
        acts.fold(row, act.open)
        break
      case 'look':
        mayVanish.current = true
        acts.look(row)
        break
      case 'continue':
        mayVanish.current = true
        acts.continueHere(row)
        break
      default:
        act satisfies never
    }
  }

  return (
    <div ref={scroller} className="tree-scroll">
      <div
        role="tree"
        aria-label="Turns and branches"
        className="tree-rows"
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={press}
      >
        {virtualizer.getVirtualItems().map(({ key, index: number, start }) => {
          const row = rows[number]
          if (row === undefined) return null
          const standsHere = number === leafRow
          return (
            <TreeRow
              key={key}
              row={row}
              rowId={`${listId}${row.key}`}
              words={wordsOf(row, { index, people, me })}
              gutter={gutters[number]}
              lanes={lanes}
              marks={marks.get(number)}
              here={here}
              hueOf={hueOf}
              top={start}
              standsHere={standsHere}
              isLooked={number === lookedRow}
              isActive={number === active}
              onLook={() => acts.look(row)}
              onFocus={() => setActiveKey(row.key)}
              onFold={row.kind === 'turn' ? undefined : () => acts.fold(row, !row.open)}
              onContinueHere={
                canStandOn(row) && !(standsHere && row.kind === 'turn') ? () => acts.continueHere(row) : undefined
              }
            />
          )
        })}
      </div>
    </div>
  )
}

function withRow(numbers: number[], row: number): number[] {
  if (numbers.includes(row)) return numbers
  return row < (numbers[0] ?? 0) ? [row, ...numbers] : [...numbers, row]
}
