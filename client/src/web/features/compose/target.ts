// Where the next prompt will be written, and how the composer says so.
import { entryText, type EntryId, type ReplyDraft, type TreeIndex } from '@coppice/shared'
import type { Keeping, SessionStatus } from '../../../sdk/types.ts'
import { placeOf } from '../session/place.ts'

/** What the person chose to fork from; undefined: they write where they stand. */
export interface Fork {
  /** The entry whose "ask again" or "continue from here" was chosen. */
  readonly fromId: EntryId
  /** Where the new prompt will hang; null: a new beginning. */
  readonly parentId: EntryId | null
  /** What the composer starts with. */
  readonly text: string
}

/** What the composer says: "to k7f after turn 12", "new branch after turn 3". */
export type Target =
  | { readonly kind: 'first' }
  | { readonly kind: 'continues'; readonly branch: string; readonly afterTurn: number }
  | { readonly kind: 'branches'; readonly afterTurn: number }
  | { readonly kind: 'unknown' }

/**
 * The fork that begins at an entry: a prompt is asked again, with its own text and beside it; anything else is
 * continued from. Nothing is written by this.
 */
export function forkFrom(index: TreeIndex, fromId: EntryId): Fork | undefined {
  const entry = index.get(fromId)
  if (entry === undefined) return undefined
  const isPrompt = entry.type === 'message' && entry.message.role === 'user'
  return isPrompt
    ? { fromId, parentId: index.parentOf(fromId) ?? null, text: entryText(entry) }
    : { fromId, parentId: fromId, text: '' }
}

/** Where a prompt below `parentId` lands. */
export function targetOf(index: TreeIndex, parentId: EntryId | null, live: boolean): Target {
  const below = index.branches(parentId).length
  if (parentId === null) return below === 0 ? { kind: 'first' } : { kind: 'branches', afterTurn: 0 }
  const place = placeOf(index, parentId, live)
  if (place === undefined) return { kind: 'unknown' }
  return below === 0
    ? { kind: 'continues', branch: place.name, afterTurn: place.turn }
    : { kind: 'branches', afterTurn: place.turn }
}

/** The target as plain words, for labels and messages. */
export function targetWords(target: Target): string {
  switch (target.kind) {
    case 'first':
      return 'the first prompt of this session'
    case 'continues':
      return target.afterTurn === 0 ? `to ${target.branch}` : `to ${target.branch} after turn ${target.afterTurn}`
    case 'branches':
      return target.afterTurn === 0 ? 'new branch from the start' : `new branch after turn ${target.afterTurn}`
    case 'unknown':
      return 'where you stand'
    default:
      return target satisfies never
  }
}

/**
 * The answer that must be done before one writes where it is being written. Without a connection nobody knows whether it
 * still is: then there is none to wait for, nor to stop, and what is written stands beside the answer, if that comes.
 */
export function awaitedReply(
  replies: readonly ReplyDraft[],
  parentId: EntryId | null,
  { state }: SessionStatus,
): ReplyDraft | undefined {
  return state === 'live' ? replies.find((reply) => reply.parentId === parentId) : undefined
}

/** Why a prompt cannot be sent to where an answer is being written. */
export const WAIT_WORDS = 'the answer is being written'

export interface StayWords {
  readonly words: string
  /** For a small screen. */
  readonly short: string
}

/** Where a prompt stays that is written without a connection. */
export function stayWords(keeping: Keeping): StayWords {
  const where = keeping.kind === 'memory' ? 'in this page' : 'on this device'
  return { words: `only ${where} until you are back`, short: 'only here until you are back' }
}

/** Whether an entry is a prompt that nothing follows. */
export function isOpenPrompt(index: TreeIndex, id: EntryId): boolean {
  const entry = index.get(id)
  return entry?.type === 'message' && entry.message.role === 'user' && index.branches(id).length === 0
}
