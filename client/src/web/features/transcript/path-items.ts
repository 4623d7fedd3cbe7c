// The items of one path, entry by entry: a path that grows at its end costs only what is new.
import {
  isFact,
  shownTextOf,
  type DetachedReason,
  type Entry,
  type EntryId,
  type MessageEntry,
  type ReplyDraft,
} from '@coppice/shared'
import type { ToolResultMessage } from '@coppice/shared'
import { customTypeWords } from '../tree/custom-type-words.ts'
import { textOfInput, type Item, type ReplyItem } from './items.ts'
import { hasRole } from './message-roles.ts'
import { otherMessageInWords } from './other-messages.ts'
import { replyOfDraft, replyOfEntry, withResult, type ReplyView } from './reply-view.ts'
import { TotalsKeeper } from './run-totals.ts'

export interface Items {
  readonly items: readonly Item[]
  /** Number of the item in which an entry of the path is shown, or after which it would be. */
  readonly numberOf: ReadonlyMap<EntryId, number>
}

export class PathItems {
  private readonly items: Item[] = []
  private readonly numberOf = new Map<EntryId, number>()
  /** Number of the item that made a call, by the call's id. */
  private readonly calls = new Map<string, number>()
  private readonly totals = new TotalsKeeper()
  private thinkingLevel = 'off'

  /** `cut`: why the path does not begin at a root; null when it does. */
  constructor(cut: DetachedReason | null) {
    if (cut !== null) this.items.push({ kind: 'cut', key: 'cut', entry: undefined, reason: cut })
  }

  /** The next entry of the path. */
  push(entry: Entry): void {
    if (!isFact(entry)) this.show(entry)
    this.totals.pass(entry)
    this.numberOf.set(entry.id, Math.max(0, this.items.length - 1))
  }

  /** The items up to now. The array does not grow; the map does. */
  soFar(): Items {
    return { items: [...this.items], numberOf: this.numberOf }
  }

  private show(entry: Entry): void {
    const base = { key: entry.id, entry }
    switch (entry.type) {
      case 'message':
        this.showMessage(entry)
        break
      case 'compaction':
        this.items.push({ ...base, kind: 'note', title: 'Summary of what came before', text: entry.summary })
        break
      case 'branch_summary':
        this.items.push({ ...base, kind: 'note', title: 'Summary of another branch', text: entry.summary })
        break
      case 'custom_message':
        if (entry.display !== false)
          this.items.push({
            ...base,
            kind: 'note',
            title: customTypeWords(entry.customType),
            text: textOfInput(entry.content),
          })
        break
      case 'thinking_level_change':
        this.thinkingLevel = entry.thinkingLevel ?? 'off'
        this.showSetting(entry)
        break
      case 'model_change':
      case 'active_tools_change':
      case 'context_edit':
        this.showSetting(entry)
        break
      case 'custom': {
        const text = shownTextOf(entry)
        if (text !== undefined)
          this.items.push({ ...base, kind: 'note', title: customTypeWords(entry.customType), text })
        break
      }
      case 'label':
      case 'session_info':
      case 'leaf':
      case 'usage':
        break
      default:
        entry satisfies never
    }
  }

  private showMessage(entry: MessageEntry): void {
    const { message } = entry
    const base = { key: entry.id, entry }
    if (hasRole(message, 'user')) this.items.push({ ...base, kind: 'prompt', message })
    else if (hasRole(message, 'assistant')) {
      const reply = replyOfEntry(entry, message)
      const continues = continuesFrom(this.items.at(-1), reply)
      const totals = this.totals.add(entry, message, continues)
      for (const part of reply.parts) if (part.kind === 'call') this.calls.set(part.call.id, this.items.length)
      this.items.push({ ...base, kind: 'reply', reply, continues, thinkingLevel: this.thinkingLevel, totals })
    } else if (hasRole(message, 'toolResult')) this.showResult(entry, message)
    else if (hasRole(message, 'bashExecution')) this.items.push({ ...base, kind: 'bash', message })
    else if (hasRole(message, 'system'))
      this.items.push({ ...base, kind: 'note', title: 'Instructions', text: textOfInput(message.content ?? null) })
    else this.items.push({ ...base, kind: 'note', ...otherMessageInWords(message) })
  }

  /** Under its call; on its own when the call is not on the path. */
  private showResult(entry: MessageEntry, message: ToolResultMessage): void {
    const number = this.calls.get(message.toolCallId)
    const caller = number === undefined ? undefined : this.items[number]
    if (number === undefined || caller?.kind !== 'reply')
      this.items.push({ key: entry.id, entry, kind: 'result', message })
    else this.items[number] = { ...caller, reply: withResult(caller.reply, message) }
  }

  /** One line for settings that follow each other. */
  private showSetting(entry: Entry): void {
    const last = this.items.at(-1)
    if (last?.kind === 'setting') this.items[this.items.length - 1] = { ...last, entries: [...last.entries, entry] }
    else this.items.push({ key: entry.id, entry, kind: 'setting', entries: [entry] })
  }
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

function continuesFrom(last: Item | undefined, reply: ReplyView): boolean {
  if (last?.kind !== 'reply') return false
  const { author, model, speaker } = last.reply
  return author === reply.author && model === reply.model && speaker?.name === reply.speaker?.name
}
