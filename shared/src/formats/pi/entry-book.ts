// Remembers the entries of a file while it is read: whose id is whose, and where records without links belong (FM2, FM9, FM10).
import type { Entry } from '../../entry/entry.ts'
import { entryIdSchema, isEntryId, type EntryId } from '../../entry/ids.ts'
import { contentHash, derivedId } from '../derived-id.ts'
import type { JsonObject, JsonValue } from '../json/json.ts'
import { toStorable } from '../json/storable.ts'
import { recordAsFound } from './record-from-entry.ts'

/** Which id a record gets, and whether it is one that was read before. */
export type IdDecision =
  | { readonly outcome: 'new'; readonly id: EntryId }
  | { readonly outcome: 'conflict'; readonly id: EntryId; readonly conflictOf: EntryId }
  | { readonly outcome: 'repeat'; readonly first: Entry }

const CONFLICT_HASH_LENGTH = 8
/** JSON.stringify recurses: deeper levels don't tell records apart. */
const MAX_COMPARED_DEPTH = 512

export class EntryBook {
  private readonly byId = new Map<EntryId, Entry>()
  /** How often a text without an id was seen. */
  private readonly occurrences = new Map<EntryId, number>()
  private readonly seed: string

  /** @param seed tells files apart: records without ids get their ids from it and from their own text. */
  constructor(seed: string) {
    this.seed = seed
  }

  has(id: EntryId): boolean {
    return this.byId.has(id)
  }

  add(entry: Entry): void {
    this.byId.set(entry.id, entry)
  }

  /** Every id that was read, with its entry. */
  entries(): ReadonlyMap<EntryId, Entry> {
    return this.byId
  }

  /**
   * The entry id for an id as it stands in the file, as a record's own or as a parent's. Strings are kept; what can't
   * be stored as it is (too long, lone surrogates, a number) gets an id in its place. Undefined when it is no id.
   */
  idOf(value: JsonValue | undefined): EntryId | undefined {
    if (isEntryId(value) && value.isWellFormed()) return value
    const isId = typeof value === 'number' || (typeof value === 'string' && value !== '')
    return isId ? derivedId(this.seed, 'id', JSON.stringify(value)) : undefined
  }

  /** A record's id when it has one of its own. */
  decide(id: EntryId, record: JsonObject): IdDecision {
    const first = this.byId.get(id)
    if (first === undefined) return { outcome: 'new', id }
    const content = contentOf(record)
    if (contentOf(recordAsFound(first)) === content) return { outcome: 'repeat', first }
    const hash = contentHash([content], CONFLICT_HASH_LENGTH)
    const copyId = entryIdSchema.safeParse(`${id}~${hash}`).data ?? derivedId(this.seed, id, content)
    const copy = this.byId.get(copyId)
    return copy === undefined ? { outcome: 'conflict', id: copyId, conflictOf: id } : { outcome: 'repeat', first: copy }
  }

  /** An id for a record without one: the same for the same text, told apart by how often that was seen. */
  idForText(text: string): EntryId {
    const id = derivedId(this.seed, 'text', text)
    const count = this.occurrences.get(id) ?? 0
    this.occurrences.set(id, count + 1)
    return count === 0 ? id : derivedId(this.seed, 'text', text, String(count))
  }
}

/** All of a record but its timestamp: two that differ only there are one record, written twice. */
function contentOf(record: JsonObject): string {
  const { timestamp: _timestamp, ...rest } = record
  return JSON.stringify(toStorable(rest, MAX_COMPARED_DEPTH))
}
