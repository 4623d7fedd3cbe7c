// Which piece of the forest a node hangs in, and how deep: union-find with depths, so that pieces which arrive in any
// order join in nearly constant time and a chain of 100,000 entries that comes in backwards costs no more than one
// that comes in forwards (Tarjan 1975; depths as in Galler and Fischer's "difference" variant).
import type { TreeNode } from './tree-node.ts'

/** The node that stands for the piece. Shortens the way for the next call. */
export function pieceOf(node: TreeNode): TreeNode {
  let piece = node
  let distance = 0
  while (piece.set !== piece) {
    distance += piece.offset
    piece = piece.set
  }
  let step = node
  while (step !== piece && step.set !== piece) {
    const { set, offset } = step
    step.set = piece
    step.offset = distance
    distance -= offset
    step = set
  }
  return piece
}

/** The root, or the top of the detached piece, that a node hangs below. */
export function topOf(node: TreeNode): TreeNode {
  return pieceOf(node).top
}

/** Steps from the top of the piece down to the node. */
export function depthOf(node: TreeNode): number {
  const piece = pieceOf(node)
  return piece === node ? piece.depth : piece.depth + node.offset
}

/** Hangs the piece with the top `top` below `parent`, which is in another piece. Returns what stands for both. */
export function joinPieces(top: TreeNode, parent: TreeNode): TreeNode {
  const upper = pieceOf(parent)
  const lower = pieceOf(top)
  const shift = depthOf(parent) + 1
  const height = Math.max(upper.height, lower.height + shift)
  const lowerDepth = lower.depth + shift
  const [kept, merged] = upper.size < lower.size ? [lower, upper] : [upper, lower]
  const keptDepth = kept === lower ? lowerDepth : upper.depth
  merged.offset = (merged === lower ? lowerDepth : upper.depth) - keptDepth
  merged.set = kept
  kept.top = upper.top
  kept.depth = keptDepth
  kept.size = upper.size + lower.size
  kept.height = height
  return kept
}

/** Counts a piece anew from its top, after a link inside it moved. O(size of the piece). */
export function recountPiece(top: TreeNode): void {
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
  top.size = size
  top.height = height
  top.depth = 0
  top.top = top
}
