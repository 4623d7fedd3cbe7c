// Whether one still reads at the end after a scroll. What grows, shrinks or is measured anew there is nobody's move;
// only going up leaves the end.

/** Nearer to the end than this is at the end, in pixels: rounding, not a habit of pulling people down. */
export const END_THRESHOLD = 2

export interface ScrollPosition {
  readonly scrollTop: number
  readonly scrollHeight: number
  readonly clientHeight: number
}

/** Pixels below what is in sight. */
export function distanceFromEnd({ scrollTop, scrollHeight, clientHeight }: ScrollPosition): number {
  return scrollHeight - clientHeight - scrollTop
}

/**
 * @param wasAtEnd whether one read there before this scroll
 * @param placedAt where the list, or the scroll before, put the upper edge, in pixels from the top
 */
export function isStillAtEnd(wasAtEnd: boolean, placedAt: number, now: ScrollPosition): boolean {
  if (distanceFromEnd(now) <= END_THRESHOLD) return true
  return wasAtEnd && now.scrollTop >= placedAt - END_THRESHOLD
}
