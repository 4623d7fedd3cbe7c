// The exact list of what the next request gives to the model, as rows for the screen.
import type { ContextItem, EntryId, LeftOut, ParticipantId, Person, ProjectedContext, TreeIndex } from '@coppice/shared'
import { lineFor } from '../tree/entry-words.ts'
import { withVisibleControls } from '../tree/visible-controls.ts'
import { reasonWords } from './reason-words.ts'
import { writerOf, type Writer } from './writer.ts'

export type ContextRow =
  | { readonly kind: 'heading'; readonly key: string; readonly words: string; readonly count: number }
  | {
      readonly kind: 'entry'
      readonly key: string
      /** Null: made by the projection. */
      readonly entryId: EntryId | null
      readonly writer: Writer
      readonly words: string
      /** Why it is left out, or what was done to it. */
      readonly note: string | undefined
      readonly tokens: number
      readonly included: boolean
    }

interface Source {
  readonly context: ProjectedContext
  readonly index: TreeIndex
  readonly people: ReadonlyMap<ParticipantId, Person>
}

/** Included first, in the order the model reads; then what is left out, in the order of the path. */
export function contextRows({ context, index, people }: Source): readonly ContextRow[] {
  const rows: ContextRow[] = []
  rows.push({ kind: 'heading', key: 'included', words: 'Included', count: context.items.length })
  for (const [place, item] of context.items.entries()) rows.push(includedRow(item, place, index, people))
  if (context.leftOut.length === 0) return rows
  rows.push({ kind: 'heading', key: 'left out', words: 'Left out', count: context.leftOut.length })
  for (const left of context.leftOut) rows.push(leftOutRow(left, index, people))
  return rows
}

function includedRow(
  item: ContextItem,
  place: number,
  index: TreeIndex,
  people: ReadonlyMap<ParticipantId, Person>,
): ContextRow {
  const entry = item.entryId === null ? undefined : index.get(item.entryId)
  return {
    kind: 'entry',
    key: `in ${place} ${item.entryId ?? ''}`,
    entryId: item.entryId,
    writer: writerOf(entry, people),
    words: entry === undefined ? 'Added for a call that has no result' : lineFor(entry),
    note: item.note === undefined ? undefined : withVisibleControls(item.note),
    tokens: item.tokens,
    included: true,
  }
}

function leftOutRow(left: LeftOut, index: TreeIndex, people: ReadonlyMap<ParticipantId, Person>): ContextRow {
  const entry = index.get(left.entryId)
  return {
    kind: 'entry',
    key: `out ${left.entryId}`,
    entryId: left.entryId,
    writer: writerOf(entry, people),
    words: entry === undefined ? withVisibleControls(left.entryId) : lineFor(entry),
    note: reasonWords(left.reason),
    tokens: left.tokens,
    included: false,
  }
}
