// Whose talk each node of a Claude Code file is part of: the file's own, or that of a subagent, which may have subagents
// itself. Ids tell, or the words of the call that started it; where neither does, the branch goes on.
import { isJsonObject, stringField } from '../json/json.ts'
import type { Anchor } from './links.ts'
import { textOf } from './payloads.ts'
import { contentOf, type ClaudeNode } from './records.ts'

/** The first node of a subagent's branch; null is the file's own talk. */
export type Strand = ClaudeNode | null

const SUBAGENT_TOOLS = new Set(['Task', 'Agent'])

/**
 * The strand of every node. In a file of nothing but subagents' records the first one's talk is the file's own.
 * @param anchors of each node the nearest node above it that is not quiet
 */
export function strandsOf(
  nodes: readonly ClaudeNode[],
  anchors: ReadonlyMap<ClaudeNode, Anchor>,
): ReadonlyMap<ClaudeNode, Strand> {
  const starts = new Starts(nodes, anchors)
  const strands = new Map<ClaudeNode, Strand>()
  for (const start of nodes) {
    const climbed = new Set<ClaudeNode>()
    let at: Anchor = start
    let found: Strand | undefined
    while (found === undefined) {
      // A circle is nobody's, and so is the file's own.
      if (typeof at !== 'object' || at === null || climbed.has(at) || !at.isSidechain) found = null
      else if (strands.has(at)) found = strands.get(at) ?? null
      else {
        climbed.add(at)
        if (starts.has(at)) found = at
        else at = anchors.get(at) ?? null
      }
    }
    for (const node of climbed) strands.set(node, found)
    if (!start.isSidechain) strands.set(start, null)
  }
  return strands
}

class Starts {
  readonly #anchors: ReadonlyMap<ClaudeNode, Anchor>
  /** What the calls of a node, and of all nodes, ask subagents for. */
  readonly #tasksOf = new Map<ClaudeNode, ReadonlySet<string>>()
  readonly #tasks = new Set<string>()
  /** The first node of a file that is a subagent's own. */
  readonly #first: ClaudeNode | undefined

  constructor(nodes: readonly ClaudeNode[], anchors: ReadonlyMap<ClaudeNode, Anchor>) {
    this.#anchors = anchors
    this.#first = nodes.every(({ isSidechain }) => isSidechain) ? nodes.find(({ kind }) => kind !== 'quiet') : undefined
    for (const node of nodes) {
      const tasks = node.kind === 'assistant' ? tasksIn(node) : []
      if (tasks.length > 0) this.#tasksOf.set(node, new Set(tasks))
      for (const task of tasks) this.#tasks.add(task)
    }
  }

  has(node: ClaudeNode): boolean {
    if (!node.isSidechain || node === this.#first) return false
    const above = this.#anchors.get(node) ?? null
    if (above === null || typeof above === 'string') return this.#first === undefined || this.#isOfOther(node)
    if (!above.isSidechain) return true
    const [own, other] = [agentOf(node), agentOf(above)]
    if (own !== undefined && other !== undefined) return own !== other
    const caller = above.kind === 'results' ? this.#anchors.get(above) : above
    return typeof caller === 'object' && caller !== null && isTaskIn(node, this.#tasksOf.get(caller))
  }

  /** Whether a root is plainly not of the subagent whose file this is. */
  #isOfOther(node: ClaudeNode): boolean {
    const [own, owner] = [agentOf(node), this.#first && agentOf(this.#first)]
    return own !== undefined && owner !== undefined ? own !== owner : isTaskIn(node, this.#tasks)
  }
}

function isTaskIn(node: ClaudeNode, tasks: ReadonlySet<string> | undefined): boolean {
  return tasks !== undefined && node.kind === 'prompt' && tasks.has(textOf(node.records[0]?.value ?? {}))
}

function tasksIn({ records }: ClaudeNode): string[] {
  return records.flatMap(({ value }) =>
    contentOf(value).flatMap((block) => {
      if (!isJsonObject(block) || block['type'] !== 'tool_use') return []
      const { name, input } = block
      const isTask = typeof name === 'string' && SUBAGENT_TOOLS.has(name) && isJsonObject(input)
      const task = isTask ? stringField(input, 'prompt') : undefined
      return task === undefined || task === '' ? [] : [task]
    }),
  )
}

function agentOf(node: ClaudeNode): string | undefined {
  return stringField(node.records[0]?.value ?? {}, 'agentId')
}
