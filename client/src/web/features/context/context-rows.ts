// The exact list of what the next request gives to the model, as rows for the screen.
import type {
  ContextItem,
  Entry,
  EntryId,
  LeftOut,
  ParticipantId,
  Person,
  ProjectedContext,
  TreeIndex,
} from '@coppice/shared'
import { lineFor } from '../tree/entry-words.ts'
import { withVisibleControls } from '../tree/visible-controls.ts'
import { reasonWords } from './reason-words.ts'
import { writerOf, type Writer } from './writer.ts'

export type ContextRow =
  | { readonly kind: 'heading'; readonly key: string; readonly words: string; readonly count: number }
  | EntryRow

export interface EntryRow {
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
  readonly index: Pick<TreeIndex, 'get'>
  readonly people: ReadonlyMap<ParticipantId, Person>
}

/**
 * Included first, in the order the model reads; then what is left out, in the order of the path. What a row says is
 * worked out when it is read: a context may have 100,000 of them, and a screen has room for forty.
 */
export function contextRows({ context, index, people }: Source): readonly ContextRow[] {
  const rows: ContextRow[] = []
  rows.push({ kind: 'heading', key: 'included', words: 'Included', count: context.items.length })
  for (const [place, item] of context.items.entries()) rows.push(new IncludedRow(item, place, index, people))
  if (context.leftOut.length === 0) return rows
  rows.push({ kind: 'heading', key: 'left out', words: 'Left out', count: context.leftOut.length })
  for (const left of context.leftOut) rows.push(new LeftOutRow(left, index, people))
  return rows
}

abstract class LazyRow<Found extends ContextItem | LeftOut> implements EntryRow {
  readonly kind = 'entry'
  abstract readonly included: boolean
  protected readonly found: Found
  readonly #index: Source['index']
  readonly #people: Source['people']
  #entry: Entry | undefined
  #words: string | undefined
  #writer: Writer | undefined

  constructor(found: Found, index: Source['index'], people: Source['people']) {
    this.found = found
    this.#index = index
    this.#people = people
  }

  abstract get key(): string
  abstract get note(): string | undefined
  protected abstract get wordsWithoutEntry(): string

  get entryId(): EntryId | null {
    return this.found.entryId
  }

  get tokens(): number {
    return this.found.tokens
  }

  get words(): string {
    const entry = this.#find()
    this.#words ??= entry === undefined ? this.wordsWithoutEntry : lineFor(entry)
    return this.#words
  }

  get writer(): Writer {
    this.#writer ??= writerOf(this.#find(), this.#people)
    return this.#writer
  }

  #find(): Entry | undefined {
    if (this.entryId !== null) this.#entry ??= this.#index.get(this.entryId)
    return this.#entry
  }
}

class IncludedRow extends LazyRow<ContextItem> {
  readonly included = true
  readonly #place: number

  constructor(item: ContextItem, place: number, index: Source['index'], people: Source['people']) {
    super(item, index, people)
    this.#place = place
  }

  get key(): string {
    return `in ${this.#place} ${this.entryId ?? ''}`
  }

  get note(): string | undefined {
    return this.found.note === undefined ? undefined : withVisibleControls(this.found.note)
  }

  protected get wordsWithoutEntry(): string {
    return 'Added for a call that has no result'
  }
}

class LeftOutRow extends LazyRow<LeftOut> {
  readonly included = false

  get key(): string {
    return `out ${this.found.entryId}`
  }

  get note(): string {
    return reasonWords(this.found.reason)
  }

  protected get wordsWithoutEntry(): string {
    return withVisibleControls(this.found.entryId)
  }
}
