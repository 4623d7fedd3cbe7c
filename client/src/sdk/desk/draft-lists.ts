// The lists of drafts that a framework binds to: one object per draft, the same until something in it changes.
import type { EntryId, PromptDraft as DeskPrompt, ReplyDraft } from '@coppice/shared'
import type { PromptDraft } from '../types.ts'

/** The list that was there already when nothing changed, else a new one with the unchanged drafts in it. */
export function keepSame<T extends { readonly id: EntryId }>(before: readonly T[], drafts: readonly T[]): readonly T[] {
  const known = new Map(before.map((draft) => [draft.id, draft]))
  const kept = drafts.map((draft) => {
    const old = known.get(draft.id)
    return old !== undefined && isSame(old, draft) ? old : draft
  })
  const same = kept.length === before.length && kept.every((draft, i) => draft === before[i])
  return same ? before : kept
}

export function inOrder(replies: readonly ReplyDraft[]): readonly ReplyDraft[] {
  return replies.toSorted((a, b) =>
    a.startedAt === b.startedAt ? (a.id < b.id ? -1 : 1) : a.startedAt < b.startedAt ? -1 : 1,
  )
}

export function toPromptDraft({ id, parentId, startedBy, writers, text, sentBy }: DeskPrompt): PromptDraft {
  return { id, parentId, startedBy, writers, text, sending: sentBy !== undefined }
}

/** Strings are compared first: text is what changes. */
function isSame<T extends object>(a: T, b: T): boolean {
  const entries = Object.entries(b)
  const isOther = ([key, value]: [string, unknown]): boolean => {
    const old: unknown = Reflect.get(a, key)
    return typeof value === 'object' ? JSON.stringify(old) !== JSON.stringify(value) : old !== value
  }
  return Object.keys(a).length === entries.length && !entries.some(isOther)
}
