// Rows of many entries as they go from thread to thread: bytes, one row after the other. Handing over one buffer costs
// next to nothing, where handing over every field of 100,000 rows would take each thread a while, and memory.
import { ByteWriter } from '@coppice/shared'
import type { EntryRow, EntryRows } from './session-log.ts'

/** How `parentId` begins. */
const ROOT = 0
const CHILD = 1

/** What a thread hands over. */
export interface RowBytes {
  readonly count: number
  /** Of each row its texts, each as its length in bytes and UTF-8; `parentId` after a byte that says if there is one. */
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A row whose search text is UTF-8. */
export interface PackedRow extends Omit<EntryRow, 'searchText'> {
  readonly searchText: Uint8Array
}

/** One for all: a fresh one would have to grow again for each batch. It keeps no more than the largest took. */
const writer = new ByteWriter()

/** Halves of surrogate pairs come out as U+FFFD. */
export class PackedRows implements EntryRows, RowBytes {
  readonly count: number
  readonly bytes: Uint8Array<ArrayBuffer>

  constructor({ count, bytes }: RowBytes) {
    this.count = count
    this.bytes = bytes
  }

  static of(rows: Iterable<EntryRow>): PackedRows {
    if (rows instanceof PackedRows) return rows
    writer.clear()
    let count = 0
    for (const { id, parentId, type, author, timestamp, searchText } of rows) {
      writer.string(id)
      writer.uint8(parentId === null ? ROOT : CHILD)
      if (parentId !== null) writer.string(parentId)
      for (const text of [type, author, timestamp, searchText]) writer.string(text)
      count++
    }
    return new PackedRows({ count, bytes: writer.toBytes() })
  }

  get length(): number {
    return this.count
  }

  *[Symbol.iterator](): Generator<EntryRow> {
    for (const row of this.packed()) yield { ...row, searchText: textOf(row.searchText) }
  }

  /** The rows with their long texts as UTF-8, as they lie here. */
  *packed(): Generator<PackedRow> {
    const reader = new TextReader(this.bytes)
    for (let left = this.count; left > 0; left--) {
      const id = reader.text()
      const parentId = reader.byte() === ROOT ? null : reader.text()
      yield parseRow([id, parentId, reader.text(), reader.text(), reader.text()], reader.utf8())
    }
  }

  /** Those at these places. */
  pick(places: readonly number[]): PackedRows {
    const wanted = new Set(places)
    return PackedRows.of([...this].filter((_, place) => wanted.has(place)))
  }
}

class TextReader {
  readonly #bytes: Buffer
  #pos = 0

  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    this.#bytes = Buffer.from(buffer, byteOffset, byteLength)
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#pos++)
  }

  text(): string {
    const length = this.#length()
    this.#pos += length
    return this.#bytes.toString('utf8', this.#pos - length, this.#pos)
  }

  utf8(): Uint8Array {
    const length = this.#length()
    this.#pos += length
    return this.#bytes.subarray(this.#pos - length, this.#pos)
  }

  #length(): number {
    let length = 0
    for (let scale = 1; ; scale *= 0x80) {
      const byte = this.byte()
      length += (byte % 0x80) * scale
      if (byte < 0x80) return length
    }
  }
}

/** Both ends are ours: a row comes out as it was put in. */
function parseRow(
  [id, parentId, type, author, timestamp]: readonly (string | null)[],
  searchText: Uint8Array,
): PackedRow {
  return { id, parentId, type, author, timestamp, searchText } as PackedRow
}

function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8')
}
