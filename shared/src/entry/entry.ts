// The union of all entry types, and the one function that turns unknown data into an entry.
import { z } from 'zod'
import { activeToolsChangeSchema } from './active-tools-change.ts'
import { branchSummarySchema } from './branch-summary.ts'
import { isCommonMessage } from './common-message.ts'
import { compactionSchema } from './compaction.ts'
import { contextEditSchema } from './context-edit.ts'
import { COPPICE_PREFIX, customEntrySchema } from './custom.ts'
import { customMessageSchema } from './custom-message.ts'
import { labelSchema } from './label.ts'
import { leafEntrySchema } from './leaf.ts'
import { messageEntrySchema } from './message.ts'
import { modelChangeSchema } from './model-change.ts'
import type { EntryId } from './ids.ts'
import { sessionInfoSchema } from './session-info.ts'
import { thinkingLevelChangeSchema } from './thinking-level-change.ts'
import { usageEntrySchema } from './usage.ts'

export const entrySchema = z.discriminatedUnion('type', [
  messageEntrySchema,
  thinkingLevelChangeSchema,
  modelChangeSchema,
  activeToolsChangeSchema,
  compactionSchema,
  branchSummarySchema,
  customEntrySchema,
  customMessageSchema,
  labelSchema,
  sessionInfoSchema,
  leafEntrySchema,
  usageEntrySchema,
  contextEditSchema,
])

/** An immutable node of the tree. */
export type Entry = z.infer<typeof entrySchema>
export type EntryType = Entry['type']

export const ENTRY_TYPES: readonly EntryType[] = entrySchema.options.map((option) => option.shape.type.value)

type Filled = 'id' | 'parentId' | 'timestamp' | 'author'

/** An entry before its writer, place and time are filled in; an id may be chosen beforehand. */
// A mapped type, because `Omit` over a type with an index signature forgets its known fields.
export type EntryPayload = Entry extends infer E
  ? E extends Entry
    ? { [K in keyof E as K extends Filled ? never : K]: E[K] } & { readonly id?: EntryId }
    : never
  : never

export type EntryCheck = { readonly ok: true; readonly entry: Entry } | { readonly ok: false; readonly problem: string }

/**
 * Checks a value against the schema of its type and returns the original object, key order and unknown
 * fields untouched (a parse would reorder keys). The problem names the field and what is wrong with it.
 */
export function checkEntry(value: unknown): EntryCheck {
  if (isCommonMessage(value)) return { ok: true, entry: value as Entry }
  const result = entrySchema.safeParse(value)
  if (result.success) return { ok: true, entry: value as Entry }
  const { path, message } = deepestIssue(result.error.issues)
  return { ok: false, problem: `${path.length === 0 ? 'entry' : path.join('.')}: ${message}` }
}

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** Of all that is wrong, what lies deepest: in a union, the alternative that fits best fails deepest. */
function deepestIssue(issues: readonly z.core.$ZodIssue[]): Issue {
  let deepest: Issue | undefined
  const visit = (issue: z.core.$ZodIssue, above: readonly PropertyKey[]): void => {
    const path = [...above, ...issue.path]
    const inside = issue.code === 'invalid_union' ? issue.errors.flat() : []
    for (const next of inside) visit(next, path)
    if (inside.length === 0 && path.length > (deepest?.path.length ?? -1)) deepest = { path, message: issue.message }
  }
  for (const issue of issues) visit(issue, [])
  return deepest ?? { path: [], message: 'not an entry' }
}

/**
 * Facts say something about the session or about another entry. They hang where their author appended them
 * but are not branches: they don't make their parent a branch point and move nobody's leaf (TR6).
 */
export function isFact(entry: Entry): boolean {
  switch (entry.type) {
    case 'label':
    case 'session_info':
    case 'leaf':
    case 'usage':
      return true
    case 'custom':
      return entry.customType.startsWith(COPPICE_PREFIX)
    case 'message':
    case 'thinking_level_change':
    case 'model_change':
    case 'active_tools_change':
    case 'compaction':
    case 'branch_summary':
    case 'custom_message':
    case 'context_edit':
      return false
    default:
      return entry satisfies never
  }
}
