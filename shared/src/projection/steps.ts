// What each entry of a path contributes: messages, or nothing and the reason why.
import type { CompactionEntry } from '../entry/compaction.ts'
import type { ContextEditEntry } from '../entry/context-edit.ts'
import { isFact, type Entry } from '../entry/entry.ts'
import { blocksOf, isContextMessage, type ContextMessage, type OtherRoleMessage } from './context-message.ts'
import { LeftOutEntry, SentItem } from './line-items.ts'
import type { Edits, Selection } from './path.ts'
import type { LeftOutReason } from './projected-context.ts'

/** A message for the line, or something that the model is not given. */
export type Step = SentItem | LeftOutEntry

/** The steps of a selection, in order: first what is compacted away, then what is not. */
export function stepsOf(selection: Selection): Step[] {
  const steps: Step[] = []
  for (const entry of selection.compacted)
    steps.push(new LeftOutEntry(entry.id, reasonOf(entry) ?? 'compacted', messagesOf(entry)))
  for (const entry of selection.entries) addSteps(steps, entry, selection.edits, selection.missingKept)
  return steps
}

/** The messages of a selection before anything is kept from the model: what Pi calls the session context. */
export function selectedMessages(selection: Selection): OtherRoleMessage[] {
  return selection.entries.flatMap((entry) => {
    const edit = selection.edits.get(entry.id)
    if (edit === undefined) return messagesOf(entry)
    return edit.replacement === null ? [] : messagesOf(entry).map((message) => edited(message, edit))
  })
}

/** Adds the steps of one entry; `edits` are those that hold at the leaf, `missingKept` is what a selection says. */
export function addSteps(steps: Step[], entry: Entry, edits: Edits, missingKept?: string): void {
  const edit = edits.get(entry.id)
  const reason = edit?.replacement === null ? 'edited_out' : reasonOf(entry)
  if (reason !== undefined) {
    steps.push(new LeftOutEntry(entry.id, reason, messagesOf(entry)))
    return
  }
  if (edit === undefined && entry.type === 'message') {
    steps.push(stepOf(entry, entry.message))
    return
  }
  for (const message of messagesOf(entry)) {
    const shown = edit === undefined ? message : edited(message, edit)
    steps.push(stepOf(entry, shown, shown === message ? compactionNote(entry, message, missingKept) : EDITED))
  }
}

const EDITED = 'Its content was replaced by a context edit.'
const RETAINED = 'Kept by the compaction in its own words: it is no entry of the tree.'

function compactionNote(entry: Entry, message: OtherRoleMessage, missingKept: string | undefined): string | undefined {
  if (entry.type !== 'compaction') return undefined
  if (entry.retainedTail?.some((kept) => kept === message) === true) return RETAINED
  if (missingKept === undefined || message.role !== 'compactionSummary') return undefined
  return `The kept range is missing: entry ${missingKept} is not on this path, so nothing before the summary is kept.`
}

function stepOf(entry: Entry, message: OtherRoleMessage, note?: string): Step {
  if (!isContextMessage(message)) return new LeftOutEntry(entry.id, 'unknown_role', [message])
  const reason = reasonOfMessage(message)
  if (reason !== undefined) return new LeftOutEntry(entry.id, reason, [message])
  return new SentItem(entry.id, message, note)
}

/**
 * The messages an entry holds, before edits: what Pi calls the session context, entry by entry. Stored messages are
 * given as they are; the others are made once per entry.
 */
export function messagesOf(entry: Entry): readonly OtherRoleMessage[] {
  if (entry.type === 'message') return [entry.message]
  const known = madeMessages.get(entry)
  if (known !== undefined) return known
  const made = makeMessages(entry)
  madeMessages.set(entry, made)
  return made
}

/** Replaces the content of a message as a `context_edit` asks; messages without content of their own stay (CX6). */
export function edited(message: OtherRoleMessage, edit: ContextEditEntry): OtherRoleMessage {
  if (edit.replacement === null || !EDITABLE_ROLES.has(message.role)) return message
  const { content } = edit.replacement
  const isText = typeof content === 'string' && message.role !== 'user' && message.role !== 'custom'
  return Object.assign({}, message, { content: isText ? [{ type: 'text', text: content }] : content })
}

const EDITABLE_ROLES: ReadonlySet<string> = new Set(['user', 'assistant', 'toolResult', 'custom'])
const madeMessages = new WeakMap<Entry, readonly OtherRoleMessage[]>()

function makeMessages(entry: Entry): readonly (ContextMessage | OtherRoleMessage)[] {
  switch (entry.type) {
    case 'custom_message':
      return [{ role: 'custom', customType: entry.customType, content: entry.content ?? [], display: entry.display }]
    case 'branch_summary':
      return entry.summary === '' ? [] : [{ role: 'branchSummary', summary: entry.summary, fromId: entry.fromId }]
    case 'compaction':
      return compactionMessages(entry)
    default:
      return []
  }
}

function compactionMessages(entry: CompactionEntry): readonly OtherRoleMessage[] {
  const { summary, tokensBefore, retainedTail = [], systemMessage } = entry
  const made: ContextMessage = { role: 'compactionSummary', summary, tokensBefore }
  return [...(isMessage(systemMessage) ? [systemMessage] : []), made, ...retainedTail]
}

/** Why an entry never gives a model anything; undefined when it may. */
function reasonOf(entry: Entry): LeftOutReason | undefined {
  if (isFact(entry)) return 'fact'
  switch (entry.type) {
    case 'custom':
      return 'fact'
    case 'model_change':
    case 'thinking_level_change':
    case 'active_tools_change':
    case 'context_edit':
      return 'setting'
    case 'branch_summary':
      return entry.summary === '' ? 'empty' : undefined
    default:
      return undefined
  }
}

function isMessage(value: unknown): value is OtherRoleMessage {
  return typeof value === 'object' && value !== null && 'role' in value && typeof value.role === 'string'
}

/** Why a message is not sent; undefined when it is. */
function reasonOfMessage(message: ContextMessage): LeftOutReason | undefined {
  switch (message.role) {
    case 'bashExecution':
      return message.excludeFromContext === true ? 'excluded' : undefined
    case 'assistant':
      if (message.stopReason === 'error' || message.stopReason === 'aborted') return 'failed_reply'
      return saysNothing(message.content) ? 'empty' : undefined
    default:
      return undefined
  }
}

/** No provider takes a reply that says nothing and calls nothing. */
function saysNothing(content: unknown): boolean {
  return blocksOf(content).every((block) => block.type === 'text' && block.text.trim() === '')
}
