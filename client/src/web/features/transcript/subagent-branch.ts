// Which branch of a Claude Code session is the work of the subagent that a tool call started.
import type { Entry, EntryId, TreeIndex } from '@coppice/shared'
import { textOfInput } from './items.ts'
import { hasRole } from './message-roles.ts'
import type { ToolCallView } from './reply-view.ts'

const TOOLS = new Set(['Task', 'Agent'])

/**
 * The first entry of the branch: the one whose agent the call's result names, else the only one with the words of the
 * call's prompt. Undefined where that is not plain. O(entries) for a call of a subagent.
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
  const found =
    typeof agent === 'string'
      ? starts.filter((entry) => fieldsOf(entry)?.['agentId'] === agent)
      : starts.filter((entry) => typeof prompt === 'string' && prompt !== '' && wordsOf(entry) === prompt)
  return found.length === 1 ? found[0]?.id : undefined
}

/** Where a subagent's branch leaves the talk, or begins one of its own. */
function isStart(index: TreeIndex, entry: Entry): boolean {
  const parent = entry.parentId === null ? undefined : index.get(entry.parentId)
  return isSidechain(entry) && (parent === undefined || !isSidechain(parent))
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
