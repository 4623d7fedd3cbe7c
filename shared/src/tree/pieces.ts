// Which piece of the forest a node hangs in, and how deep: union-find with depths, so that pieces which arrive in any
// order join in nearly constant time, and a chain of 100,000 entries that comes in backwards costs about as much as one
// that comes in forwards (Tarjan 1975; depths as differences along the way to the set's node).
import type { TreeNode } from './tree-node.ts'

/** What the node that stands for a piece knows of it. */
export interface Piece {
  /** The root, or the entry whose parent is missing or below it. */
  top: TreeNode
  /** Depth of the node that stands for the piece, counted from the top. */
  depth: number
  /** Depth of the deepest node. */
  height: number
  size: number
}

/** Takes a new node without children into the piece of its parent: `joinPieces` for the common case. */
export function extendPiece(node: TreeNode, parent: TreeNode): Piece {
  const holder = holderOf(parent)
  const piece = pieceAt(holder)
  const depth = depthOf(parent) + 1
  node.set = holder
  node.offset = depth - piece.depth
  piece.size += 1
  piece.height = Math.max(piece.height, depth)
  return piece
}

/** Hangs the piece with the top `top` below `parent`, which is in another piece. */
export function joinPieces(top: TreeNode, parent: TreeNode): void {
  const upperHolder = holderOf(parent)
  const lowerHolder = holderOf(top)
  const upper = pieceAt(upperHolder)
  const lower = pieceAt(lowerHolder)
  const shift = depthOf(parent) + 1
  const height = Math.max(upper.height, lower.height + shift)
  const size = upper.size + lower.size
  const lowerDepth = lower.depth + shift
  if (upper.size < lower.size) {
    upperHolder.set = lowerHolder
    upperHolder.offset = upper.depth - lowerDepth
    upperHolder.piece = null
    lowerHolder.piece = { top: upper.top, depth: lowerDepth, height, size }
  } else {
    lowerHolder.set = upperHolder
    lowerHolder.offset = lowerDepth - upper.depth
    lowerHolder.piece = null
    upperHolder.piece = { top: upper.top, depth: upper.depth, height, size }
  }
}

export function pieceOf(node: TreeNode): Piece {
  return pieceAt(holderOf(node))
}

/** The root, or the top of the detached piece, that a node hangs below. */
export function topOf(node: TreeNode): TreeNode {
  return pieceOf(node).top
}

/** Steps from the top of the piece down to the node. */
export function depthOf(node: TreeNode): number {
  const holder = holderOf(node)
  const { depth } = pieceAt(holder)
  return holder === node ? depth : depth + node.offset
}

/** Counts a piece anew from its top, after a link inside it moved. O(size of the piece). */
export function recountPiece(top: TreeNode): void {
  holderOf(top).piece = null
  let size = 0
  let height = 0
  const waiting: { node: TreeNode; depth: number }[] = [{ node: top, depth: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next
    size += 1
    height = Math.max(height, depth)
    node.set = top
    node.offset = depth
    for (const child of node.children?.all() ?? []) waiting.push({ node: child, depth: depth + 1 })
  }
  top.piece = { top, depth: 0, height, size }
}

/** The node that stands for the piece. Shortens the way for the next call. */
function holderOf(node: TreeNode): TreeNode {
  let holder = node
  let distance = 0
  while (holder.set !== holder) {
    distance += holder.offset
    holder = holder.set
  }
  let step = node
  while (step !== holder && step.set !== holder) {
    const { set, offset } = step
    step.set = holder
    step.offset = distance
    distance -= offset
    step = set
  }
  return holder
}

/** A node that joined nothing yet is a piece of its own. */
function pieceAt(holder: TreeNode): Piece {
  holder.piece ??= { top: holder, depth: 0, height: 0, size: 1 }
  return holder.piece
}
