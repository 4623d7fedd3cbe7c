// Which branch of a Claude Code session is the work of the subagent that a tool call started.
import type { Entry, EntryId, TreeIndex } from '@coppice/shared'
import { textOfInput } from './items.ts'
import { hasRole } from './message-roles.ts'
import type { ToolCallView } from './reply-view.ts'

const TOOLS = new Set(['Task', 'Agent'])
/** A longer line of results than this is not of one message. */
const MAX_RESULTS = 100

/**
 * The first entry of the branch: the one whose agent the call's result names, else the only one with the words of the
 * call's prompt, below the call itself where several have them. Undefined where that is not plain. O(entries) for a
 * call of a subagent.
 */
export function subagentBranchOf(index: TreeIndex, call: ToolCallView): EntryId | undefined {
  if (!TOOLS.has(call.name)) return undefined
  const prompt = fieldOf(call.arguments, 'prompt')
  let agent: unknown
  const starts: Entry[] = []
  for (const entry of index.entries()) {
    if (entry.source?.format !== 'claude-code' || entry.type !== 'message') continue
    const { message } = entry
    if (message.role === 'toolResult' && message.toolCallId === call.id)
      agent ??= fieldOf(fieldsOf(entry)?.['toolUseResult'], 'agentId')
    if (message.role === 'user' && isStart(index, entry)) starts.push(entry)
  }
  if (typeof agent === 'string') return only(starts.filter((entry) => agentOf(entry) === agent))
  if (typeof prompt !== 'string' || prompt === '') return undefined
  const named = starts.filter((entry) => wordsOf(entry) === prompt)
  return only(named) ?? only(named.filter((entry) => callsAbove(index, entry).some(({ id }) => id === call.id)))
}

function only(entries: readonly Entry[]): EntryId | undefined {
  return entries.length === 1 ? entries[0]?.id : undefined
}

/** Where a subagent's branch leaves the talk, or that of the subagent that asked for it, or begins one of its own. */
function isStart(index: TreeIndex, entry: Entry): boolean {
  if (!isSidechain(entry)) return false
  const parent = entry.parentId === null ? undefined : index.get(entry.parentId)
  if (parent === undefined || !isSidechain(parent)) return true
  const [own, above] = [agentOf(entry), agentOf(parent)]
  if (own !== undefined && above !== undefined) return own !== above
  const words = wordsOf(entry)
  return callsAbove(index, entry).some(
    ({ name, prompt }) => typeof name === 'string' && TOOLS.has(name) && prompt === words && words !== '',
  )
}

interface Asked {
  readonly id: unknown
  readonly name: unknown
  readonly prompt: unknown
}

/** The calls of the message that an entry hangs below, perhaps with results in between. */
function callsAbove(index: TreeIndex, { parentId }: Entry): Asked[] {
  let at = parentId === null ? undefined : index.get(parentId)
  for (let steps = 0; steps < MAX_RESULTS && at?.type === 'message' && at.message.role === 'toolResult'; steps += 1)
    at = at.parentId === null ? undefined : index.get(at.parentId)
  if (at?.type !== 'message' || !hasRole(at.message, 'assistant')) return []
  const { content } = at.message
  if (content === null || typeof content === 'string') return []
  return content
    .filter((block) => block.type === 'toolCall')
    .map(({ id, name, arguments: given }) => ({ id, name, prompt: fieldOf(given, 'prompt') }))
}

function agentOf(entry: Entry): string | undefined {
  const agent = fieldsOf(entry)?.['agentId']
  return typeof agent === 'string' ? agent : undefined
}

function isSidechain(entry: Entry): boolean {
  return fieldsOf(entry)?.['isSidechain'] === true
}

function fieldsOf(entry: Entry): Readonly<Record<string, unknown>> | undefined {
  return entry.source?.fields
}

function wordsOf(entry: Entry): string {
  return entry.type === 'message' && hasRole(entry.message, 'user') ? textOfInput(entry.message.content) : ''
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
