// Keeps what one reads in place when rows appear or go above it: the row under the pointer, else the one with the
// keyboard, else the first in sight, stays at its height on the screen, in the same frame.
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { ROW_HEIGHT } from './Gutter.tsx'
import type { Outline } from './outline.ts'

export function useStillRows(scroller: RefObject<HTMLElement | null>, outline: Outline): void {
  const before = useRef<Outline>(undefined)
  useLayoutEffect(() => {
    const old = before.current
    before.current = outline
    const element = scroller.current
    if (element === null || old === undefined || old === outline) return
    const moved = distanceMoved(anchors(element, old), old, outline)
    if (moved !== 0) element.scrollBy(0, moved * ROW_HEIGHT)
  }, [scroller, outline])
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

function* anchors(element: HTMLElement, outline: Outline): Generator<string> {
  const first = Math.floor(element.scrollTop / ROW_HEIGHT)
  const last = Math.ceil((element.scrollTop + element.clientHeight) / ROW_HEIGHT)
  const inSight = (key: string | undefined): key is string => {
    const number = key === undefined ? undefined : outline.numberOf.get(key)
    return number !== undefined && number >= first && number < last
  }
  for (const selector of ['.tree-row:hover', '.tree-row:focus']) {
    const key = element.querySelector<HTMLElement>(selector)?.dataset['key']
    if (inSight(key)) yield key
  }
  for (const row of outline.rows.slice(first, last)) yield row.key
}
