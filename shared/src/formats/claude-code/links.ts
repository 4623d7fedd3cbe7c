// Where the nodes of a Claude Code file hang: quiet records are taken out of the chain, and the results of calls that
// ran side by side are put in a line, so that only what a person forked is a fork (FM24).
import { stringField, isJsonObject } from '../json/json.ts'
import { mendForks } from './forks.ts'
import { contentOf, lineOf, type ClaudeFile, type ClaudeNode } from './records.ts'
import { strandsOf, type Strand } from './strands.ts'

/** A node, the uuid of one that is not in the file, or null for a root. */
export type Anchor = ClaudeNode | string | null

export interface Links {
  readonly parents: ReadonlyMap<ClaudeNode, Anchor>
  /** Prompts that went on from elsewhere than their record says. */
  readonly moved: readonly ClaudeNode[]
  readonly strands: Strands
}

type Strands = ReadonlyMap<ClaudeNode, Strand>

/** Parents of all nodes. What a quiet record hangs below is only a place to show it at: it is always a node, where there is one. */
export function linkNodes({ nodes, byUuid }: ClaudeFile): Links {
  const anchors = anchorsOf(nodes, byUuid)
  const strands = strandsOf(nodes, anchors)
  const results = resultsOf(nodes, anchors, strands)
  const parents = new Map(nodes.map((node) => [node, parentOf(node, anchors, results, strands)]))
  const moved = mendForks(
    nodes,
    parents,
    strands,
    ({ parentUuid }) => parentUuid !== null && byUuid.get(parentUuid)?.kind === 'quiet',
  )
  let place = nodes.find(({ kind }) => kind !== 'quiet') ?? null
  for (const node of nodes) {
    if (node.kind !== 'quiet') place = node
    else if (typeof parents.get(node) !== 'object' || parents.get(node) === null) parents.set(node, place)
  }
  return { parents, moved, strands }
}

/** Of each node the nearest node above it that is not quiet. */
function anchorsOf(nodes: readonly ClaudeNode[], byUuid: ReadonlyMap<string, ClaudeNode>): Map<ClaudeNode, Anchor> {
  const anchors = new Map<ClaudeNode, Anchor>()
  for (const start of nodes) {
    const climbed: ClaudeNode[] = []
    const seen = new Set<ClaudeNode>()
    let at: ClaudeNode = start
    let found: Anchor
    for (;;) {
      const known = anchors.get(at)
      if (known !== undefined) {
        found = known
        break
      }
      climbed.push(at)
      seen.add(at)
      const parent = parentIn(byUuid, at)
      // A circle of quiet records leads nowhere: the tree shows it as one.
      if (parent === null || typeof parent === 'string' || parent.kind !== 'quiet' || seen.has(parent)) {
        found = parent
        break
      }
      at = parent
    }
    for (const node of climbed) anchors.set(node, found)
  }
  return anchors
}

/** What a compaction cut off is gone from some files: then the boundary starts anew. */
function parentIn(byUuid: ReadonlyMap<string, ClaudeNode>, { parentUuid, logicalParentUuid }: ClaudeNode): Anchor {
  if (parentUuid !== null) return byUuid.get(parentUuid) ?? parentUuid
  return logicalParentUuid === null ? null : (byUuid.get(logicalParentUuid) ?? null)
}

/** The nodes that answer the calls of one assistant, in file order. */
interface Answers {
  readonly owner: ClaudeNode
  /** Calls without an answer so far. */
  readonly open: Set<string>
  readonly nodes: ClaudeNode[]
}

interface Results {
  /** By the assistant, and by each node that answers one of its calls. */
  readonly byNode: ReadonlyMap<ClaudeNode, Answers>
  /** What stands in line before a node that answers a call. */
  readonly before: ReadonlyMap<ClaudeNode, ClaudeNode>
}

function resultsOf(nodes: readonly ClaudeNode[], anchors: ReadonlyMap<ClaudeNode, Anchor>, strands: Strands): Results {
  const byNode = new Map<ClaudeNode, Answers>()
  const before = new Map<ClaudeNode, ClaudeNode>()
  for (const node of nodes) {
    if (node.kind === 'assistant') {
      const calls = idsOf(node, 'tool_use', 'id')
      byNode.set(node, { owner: node, open: new Set(calls), nodes: [] })
    }
  }
  for (const node of nodes) {
    if (node.kind !== 'results') continue
    const anchor = anchors.get(node)
    if (typeof anchor !== 'object' || anchor === null || strands.get(anchor) !== strands.get(node)) continue
    const answers = byNode.get(anchor)
    const answered = idsOf(node, 'tool_result', 'tool_use_id').filter((id) => answers?.open.delete(id) === true)
    if (answers === undefined || answered.length === 0) continue
    before.set(node, answers.nodes.at(-1) ?? answers.owner)
    answers.nodes.push(node)
    byNode.set(node, answers)
  }
  return { byNode, before }
}

function parentOf(
  node: ClaudeNode,
  anchors: ReadonlyMap<ClaudeNode, Anchor>,
  { byNode, before }: Results,
  strands: Strands,
): Anchor {
  const anchor = anchors.get(node) ?? null
  if (node.kind === 'quiet' || anchor === null || typeof anchor === 'string') return anchor
  const inLine = before.get(node)
  if (inLine !== undefined) return inLine
  const answers = byNode.get(anchor)
  const last = answers?.nodes.at(-1)
  if (last === undefined || strands.get(anchor) !== strands.get(node)) return anchor
  const isBehind = anchor.kind === 'results' || lineOf(node) > lineOf(last)
  return isBehind && last !== node ? last : anchor
}

function idsOf(node: ClaudeNode, type: string, key: string): string[] {
  const ids: string[] = []
  for (const { value } of node.records) {
    for (const block of contentOf(value)) {
      const id = isJsonObject(block) && block['type'] === type ? stringField(block, key) : undefined
      if (id !== undefined) ids.push(id)
    }
  }
  return ids
}
