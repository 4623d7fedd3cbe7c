// What the transcript is made of: one item for what is shown of an entry on the path one looks at.
// A result is shown under its call, settings as small lines, facts not at all.
import type {
  BashExecutionMessage,
  DetachedReason,
  Entry,
  MessageEntry,
  ToolResultMessage,
  UserMessage,
} from '@coppice/shared'
import type { ReplyView } from './reply-view.ts'
import type { RunTotals } from './run-totals.ts'

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

/** The text blocks of what a person, a tool or an extension wrote. */
export function textOfInput(content: UserMessage['content']): string {
  if (content === null || typeof content === 'string') return content ?? ''
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}
