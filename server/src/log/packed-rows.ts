// Rows of many entries as they go from thread to thread: each column is one text. Handing over six texts costs next to
// nothing, where handing over every field of 100,000 rows would take both threads a while, and memory.
import type { EntryRow, EntryRows } from './session-log.ts'

/** Many texts, one after the other. */
interface TextColumn {
  readonly text: string
  /** Of each in UTF-16 code units; -1 stands for null. */
  readonly lengths: readonly number[]
}

export type RowColumns = { readonly [K in keyof EntryRow]: TextColumn }

export class PackedRows implements EntryRows {
  readonly columns: RowColumns

  constructor(columns: RowColumns) {
    this.columns = columns
  }

  static of(rows: EntryRows): PackedRows {
    if (rows instanceof PackedRows) return rows
    const all = [...rows]
    return new PackedRows({
      id: column(all.map((row) => row.id)),
      parentId: column(all.map((row) => row.parentId)),
      type: column(all.map((row) => row.type)),
      author: column(all.map((row) => row.author)),
      timestamp: column(all.map((row) => row.timestamp)),
      searchText: column(all.map((row) => row.searchText)),
    })
  }

  get length(): number {
    return this.columns.id.lengths.length
  }

  *[Symbol.iterator](): Generator<EntryRow> {
    const { id, parentId, type, author, timestamp, searchText } = this.columns
    const texts = [id, parentId, type, author, timestamp, searchText].map(textsOf)
    for (let i = 0; i < this.length; i++) yield parseRow(texts.map((column) => column.next().value ?? null))
  }

  /** Those at these places, which rise. */
  pick(places: readonly number[]): PackedRows {
    const wanted = new Set(places)
    return PackedRows.of([...this].filter((_, place) => wanted.has(place)))
  }
}

function column(texts: readonly (string | null)[]): TextColumn {
  return { text: texts.join(''), lengths: texts.map((text) => text?.length ?? -1) }
}

function* textsOf({ text, lengths }: TextColumn): Generator<string | null, undefined> {
  let end = 0
  for (const length of lengths) {
    const start = end
    end += Math.max(0, length)
    yield length < 0 ? null : text.slice(start, end)
  }
}

/** Both ends are ours: a row comes out as it was put in. */
function parseRow([id, parentId, type, author, timestamp, searchText]: readonly (string | null)[]): EntryRow {
  return { id, parentId, type, author, timestamp, searchText } as EntryRow
}
