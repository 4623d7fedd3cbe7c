// Keeps what one reads in place when rows appear or go above it: the row under the pointer, else the one with the
// keyboard, else the one I stand on, else the first in sight, stays at its height on the screen, in the same frame.
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { ROW_HEIGHT } from './Gutter.tsx'
import type { Outline } from './outline.ts'

/** @param standKey Key of the row I stand on. */
export function useStillRows(
  scroller: RefObject<HTMLElement | null>,
  outline: Outline,
  standKey: string | undefined,
): void {
  const before = useRef<{ readonly outline: Outline; readonly standKey: string | undefined }>(undefined)
  useLayoutEffect(() => {
    const old = before.current
    before.current = { outline, standKey }
    const element = scroller.current
    if (element === null || old === undefined || old.outline === outline) return
    const held = [...heldKeys(element), old.standKey]
    const moved = distanceMoved(anchors(held, rowsInSight(element), old.outline), old.outline, outline)
    if (moved !== 0) element.scrollBy(0, moved * ROW_HEIGHT)
  }, [scroller, outline, standKey])
}

/** Rows the anchor moved by: of the first of the keys that is there before and after. */
export function distanceMoved(keys: Iterable<string>, before: Outline, after: Outline): number {
  for (const key of keys) {
    const old = before.numberOf.get(key)
    const now = after.numberOf.get(key)
    if (old !== undefined && now !== undefined) return now - old
  }
  return 0
}

/** Numbers of the first row in sight and of the one after the last. */
interface RowsInSight {
  readonly first: number
  readonly end: number
}

/** Keys of the rows to keep in place, the best first: of those held the ones in sight, then all in sight. */
export function* anchors(
  held: readonly (string | undefined)[],
  { first, end }: RowsInSight,
  outline: Outline,
): Generator<string> {
  for (const key of held) {
    const number = key === undefined ? undefined : outline.numberOf.get(key)
    if (key !== undefined && number !== undefined && number >= first && number < end) yield key
  }
  for (const row of outline.rows.slice(first, end)) yield row.key
}

function rowsInSight(element: HTMLElement): RowsInSight {
  return {
    first: Math.floor(element.scrollTop / ROW_HEIGHT),
    end: Math.ceil((element.scrollTop + element.clientHeight) / ROW_HEIGHT),
  }
}

function heldKeys(element: HTMLElement): readonly (string | undefined)[] {
  return ['.tree-row:hover', '.tree-row:focus'].map(
    (selector) => element.querySelector<HTMLElement>(selector)?.dataset['key'],
  )
}
