// Tells forks that a person made from those that only stand in the file: a person goes back to before a prompt, never
// into the middle of an answer.
import type { Anchor } from './links.ts'
import type { ClaudeNode } from './records.ts'
import type { Strand } from './strands.ts'

/** Steps up the tree for one file: a damaged file must not cost minutes. */
const MAX_STEPS = 5_000_000

/** What is known of the children of one node. */
interface Children {
  hasPrompt: boolean
  /** Where the first prompt among them went. */
  movedTo: ClaudeNode | undefined
}

/**
 * A prompt beside an answer that goes on, linked to what was reported quietly in between, goes on from the end of that
 * answer; prompts beside it are forks there. Changes `parents`, and gives the prompts that were moved.
 * @param nodes in file order
 * @param isLinkedQuietly whether a node's own record is linked to a quiet one
 */
export function mendForks(
  nodes: readonly ClaudeNode[],
  parents: Map<ClaudeNode, Anchor>,
  strands: ReadonlyMap<ClaudeNode, Strand>,
  isLinkedQuietly: (node: ClaudeNode) => boolean,
): ClaudeNode[] {
  const children = new Map<ClaudeNode, Children>()
  const moved: ClaudeNode[] = []
  const last = new Map<Strand, ClaudeNode>()
  let steps = MAX_STEPS
  const isBelow = (node: ClaudeNode | undefined, top: ClaudeNode): boolean => {
    let at: Anchor | undefined = node
    while (typeof at === 'object' && at !== null && at !== top && steps > 0) {
      steps -= 1
      at = parents.get(at)
    }
    return at === top
  }
  for (const node of nodes) {
    if (node.kind === 'quiet') continue
    const strand = strands.get(node) ?? null
    const parent = parents.get(node) ?? null
    if (parent !== null && typeof parent !== 'string' && (strands.get(parent) ?? null) === strand) {
      const isPrompt = node.kind === 'prompt' || node.kind === 'meta'
      const known = children.get(parent)
      if (known === undefined) children.set(parent, { hasPrompt: isPrompt, movedTo: undefined })
      else if (isPrompt && !known.hasPrompt) {
        const end = last.get(strand)
        known.hasPrompt = true
        if (isLinkedQuietly(node) && isBelow(end, parent)) known.movedTo = end
      }
      if (isPrompt && known?.movedTo !== undefined && isLinkedQuietly(node)) {
        parents.set(node, known.movedTo)
        moved.push(node)
      }
    }
    last.set(strand, node)
  }
  return moved
}
