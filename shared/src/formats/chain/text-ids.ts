// Ids for records that have none: the same record, in the same conversation, always gets the same one.
import type { EntryId } from '../../entry/ids.ts'
import type { SessionBuilder } from '../build/session-builder.ts'

export class TextIds {
  private readonly counts = new Map<EntryId, number>()
  private readonly builder: SessionBuilder

  constructor(builder: SessionBuilder) {
    this.builder = builder
  }

  /** By the record's text, and by how often it was seen: a file that has grown keeps the ids of what was there. */
  next(text: string): EntryId {
    const id = this.builder.derive('text', text)
    const count = this.counts.get(id) ?? 0
    this.counts.set(id, count + 1)
    return count === 0 ? id : this.builder.derive('text', text, String(count))
  }
}
