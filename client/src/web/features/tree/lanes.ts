// Lanes: where a branch is drawn in the gutter. Given once, when the branch is first seen, and kept for good.

/** Drawn side by side; deeper branches share the last one and say so. */
export const MAX_LANES = 8
export const LANE_WIDTH = 12

/**
 * The lane of a branch. The first child of an entry goes on in its parent's lane (it is the same branch); each later one
 * takes the next lane to the right of the sibling before it, or of the parent (UI2).
 */
export function laneToTheRight(neighbour: number): number {
  return neighbour + 1
}

/** The lane that is drawn for a lane. */
export function drawnLane(lane: number): number {
  return Math.min(lane, MAX_LANES - 1)
}
