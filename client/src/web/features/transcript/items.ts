// The transcript's items: what is shown of each entry on the path one looks at. Pure.
// A result is shown under its call, settings as small lines, facts not at all.
import {
  isFact,
  type DetachedReason,
  type Entry,
  type EntryId,
  type MessageEntry,
  type ReplyDraft,
  type UserMessage,
} from '@coppice/shared'
import type { BashExecutionMessage, ToolResultMessage } from '@coppice/shared'
import { hasRole } from './message-roles.ts'
import { replyOfDraft, replyOfEntry, resultsOf, type ReplyView } from './reply-view.ts'
import { TotalsKeeper, type RunTotals } from './run-totals.ts'

interface ItemBase {
  /** The entry's id, or the draft's, which is the same. */
  readonly key: string
  /** The entry it stands for; undefined for drafts and notices. */
  readonly entry: Entry | undefined
}

export interface PromptItem extends ItemBase {
  readonly kind: 'prompt'
  readonly entry: MessageEntry
  readonly message: UserMessage
}

export interface ReplyItem extends ItemBase {
  readonly kind: 'reply'
  readonly reply: ReplyView
  /** Goes on with what the same model said just before: no header of its own. */
  readonly continues: boolean
  readonly thinkingLevel: string
  /** Of this answer and those that continue it; undefined on the ones that continue. */
  readonly totals: RunTotals | undefined
}

export interface BashItem extends ItemBase {
  readonly kind: 'bash'
  readonly message: BashExecutionMessage
}

/** A result whose call is not on the path. */
export interface OrphanResultItem extends ItemBase {
  readonly kind: 'result'
  readonly message: ToolResultMessage
}

/** A summary, or a message by an extension. */
export interface NoteItem extends ItemBase {
  readonly kind: 'note'
  readonly title: string
  readonly text: string
}

/** Changes of model, thinking, tools or context, one after the other. */
export interface SettingItem extends ItemBase {
  readonly kind: 'setting'
  readonly entries: readonly Entry[]
}

/** The path does not begin at a root. */
export interface CutItem extends ItemBase {
  readonly kind: 'cut'
  readonly reason: DetachedReason
}

export type Item = PromptItem | ReplyItem | BashItem | OrphanResultItem | NoteItem | SettingItem | CutItem

export interface Items {
  readonly items: readonly Item[]
  /** Number of the item in which an entry of the path is shown, or after which it would be. */
  readonly numberOf: ReadonlyMap<EntryId, number>
}

export function itemsOf(path: readonly Entry[], cut: DetachedReason | null): Items {
  const items: Item[] = cut === null ? [] : [{ kind: 'cut', key: 'cut', entry: undefined, reason: cut }]
  const numberOf = new Map<EntryId, number>()
  const results = resultsOf(path.flatMap((entry) => (entry.type === 'message' ? [entry] : [])))
  const calls = new Set<string>()
  const totals = new TotalsKeeper()
  let thinkingLevel = 'off'
  for (const entry of path) {
    if (entry.type === 'thinking_level_change') thinkingLevel = entry.thinkingLevel ?? 'off'
    const item = itemOf(entry, items.at(-1), { results, calls, thinkingLevel, totals })
    totals.pass(entry)
    if (item === 'joined') items.splice(-1, 1, joined(items.at(-1), entry))
    else if (item !== undefined) items.push(item)
    numberOf.set(entry.id, Math.max(0, items.length - 1))
  }
  return { items, numberOf }
}

/** The item of an answer that is being written at the end of the path. */
export function draftItem(draft: ReplyDraft, last: Item | undefined): ReplyItem {
  const reply = replyOfDraft(draft)
  return {
    kind: 'reply',
    key: draft.id,
    entry: undefined,
    reply,
    continues: continuesFrom(last, reply),
    thinkingLevel: last?.kind === 'reply' ? last.thinkingLevel : 'off',
    totals: undefined,
  }
}

interface PathState {
  readonly results: ReadonlyMap<string, ToolResultMessage>
  /** Calls seen so far. */
  readonly calls: Set<string>
  readonly thinkingLevel: string
  readonly totals: TotalsKeeper
}

function itemOf(entry: Entry, last: Item | undefined, state: PathState): Item | 'joined' | undefined {
  const base = { key: entry.id, entry }
  if (isFact(entry)) return undefined
  switch (entry.type) {
    case 'message':
      return messageItem(entry, last, state)
    case 'compaction':
      return { ...base, kind: 'note', title: 'Summary of what came before', text: entry.summary }
    case 'branch_summary':
      return { ...base, kind: 'note', title: 'Summary of another branch', text: entry.summary }
    case 'custom_message':
      return entry.display === false
        ? undefined
        : { ...base, kind: 'note', title: entry.customType, text: textOfInput(entry.content) }
    case 'model_change':
    case 'thinking_level_change':
    case 'active_tools_change':
    case 'context_edit':
      return last?.kind === 'setting' ? 'joined' : { ...base, kind: 'setting', entries: [entry] }
    case 'custom':
    case 'label':
    case 'session_info':
    case 'leaf':
    case 'usage':
      return undefined
    default:
      return entry satisfies never
  }
}

function messageItem(entry: MessageEntry, last: Item | undefined, state: PathState): Item | undefined {
  const { message } = entry
  const base = { key: entry.id, entry }
  if (hasRole(message, 'user')) return { ...base, kind: 'prompt', message }
  if (hasRole(message, 'assistant')) {
    const reply = replyOfEntry(entry, message, (callId) => state.results.get(callId))
    for (const part of reply.parts) if (part.kind === 'call') state.calls.add(part.call.id)
    const continues = continuesFrom(last, reply)
    const totals = state.totals.add(entry, message, continues)
    return { ...base, kind: 'reply', reply, continues, thinkingLevel: state.thinkingLevel, totals }
  }
  if (hasRole(message, 'toolResult'))
    return state.calls.has(message.toolCallId) ? undefined : { ...base, kind: 'result', message }
  if (hasRole(message, 'bashExecution')) return { ...base, kind: 'bash', message }
  if (hasRole(message, 'system'))
    return { ...base, kind: 'note', title: 'Instructions', text: textOfInput(message.content ?? null) }
  return { ...base, kind: 'note', title: message.role, text: textOfUnknown(message) }
}

function continuesFrom(last: Item | undefined, reply: ReplyView): boolean {
  return last?.kind === 'reply' && last.reply.author === reply.author && last.reply.model === reply.model
}

function joined(last: Item | undefined, entry: Entry): Item {
  const entries = last?.kind === 'setting' ? [...last.entries, entry] : [entry]
  return { kind: 'setting', key: last?.key ?? entry.id, entry: last?.entry, entries }
}

/** The text blocks of what a person, a tool or an extension wrote. */
export function textOfInput(content: UserMessage['content']): string {
  if (content === null || typeof content === 'string') return content ?? ''
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}

function textOfUnknown(message: object): string {
  if ('content' in message && typeof message.content === 'string') return message.content
  return JSON.stringify(message, null, 2)
}
