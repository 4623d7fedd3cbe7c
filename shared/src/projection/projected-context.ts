// What a projection answers with: the messages a model is given, what was left out, and the settings that hold.
import type { EntryId } from '../entry/ids.ts'
import type { DetachedReason } from '../tree/tree-node.ts'
import type { ContextMessage } from './context-message.ts'

export type LeftOutReason =
  /** Says something about the session or another entry. */
  | 'fact'
  /** Changes a setting or the context itself. */
  | 'setting'
  /** The summary of the newest compaction on the path stands for it. */
  | 'compacted'
  /** A command the person kept from the model. */
  | 'excluded'
  /** A `context_edit` on the path leaves it out. */
  | 'edited_out'
  /** A reply that failed or was stopped. */
  | 'failed_reply'
  /** A tool result without its call, or a second one for the same call. */
  | 'orphan_result'
  | 'empty'
  /** A message of another tool or a later version. */
  | 'unknown_role'

/** `tokens` is worked out when it is read and kept for the entry. The object goes through JSON; don't spread it. */
export interface ContextItem {
  /** Null: made by the projection (the result of a call that has none). */
  readonly entryId: EntryId | null
  readonly message: ContextMessage
  readonly tokens: number
  /** What the projection did to the message, for a person. */
  readonly note?: string
}

export interface LeftOut {
  readonly entryId: EntryId
  readonly reason: LeftOutReason
  readonly tokens: number
}

export interface ContextModel {
  readonly provider: string
  readonly modelId: string
}

export interface ContextCut {
  readonly reason: DetachedReason
  /** The entry the path starts with. */
  readonly entryId: EntryId
}

export interface ProjectedContext {
  readonly leafId: EntryId | null
  /** What a model is given, in order. */
  readonly items: readonly ContextItem[]
  readonly leftOut: readonly LeftOut[]
  /** The last change on the path; an assistant message counts as one. */
  readonly model: ContextModel | null
  /** 'off' when nothing on the path sets it. */
  readonly thinkingLevel: string
  /** Null when nothing on the path sets them. */
  readonly activeToolNames: readonly string[] | null
  /** Estimate of the items together. */
  readonly tokens: number
  /** Set when no root leads to the leaf. */
  readonly cut: ContextCut | null
}
