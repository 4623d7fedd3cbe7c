// Gathers the entries of one conversation of a foreign format: whose id is whose, what is told twice, where one stands.
import { isFact, type Entry } from '../../entry/entry.ts'
import { isTimed } from '../../entry/base.ts'
import { entryIdSchema, type EntryId } from '../../entry/ids.ts'
import { timeOf } from '../../tree/order.ts'
import { contentHash, derivedId } from '../derived-id.ts'
import type { ImportedSession, ReadOptions } from '../format.ts'
import { ReportBuilder, type NoteKind } from '../import-report.ts'
import { reportLinks } from './check-links.ts'
import { makeEntry, type EntryDraft } from './make-entry.ts'
import { shortTitle, titleOf } from './title.ts'

const CONFLICT_HASH_LENGTH = 8

export interface DraftAt extends Omit<EntryDraft, 'timestamp'> {
  /** ISO, its own or one that stands in for it; undefined when there is none: it gets the time of the one before it. */
  readonly timestamp: string | undefined
}

export interface SessionEnd {
  /** The title in the file; without one the first words of a person, or the file's name. */
  readonly title?: string | null | undefined
  readonly createdAt?: string | undefined
  /** What the report calls the version of the format. */
  readonly version: string
  /** Where the file says one stands; when that is not there, the newest message that `mayStand`. */
  readonly leafId?: EntryId | null | undefined
  /** Whether one may stand on an entry when the file does not say where. */
  readonly mayStand?: (entry: Entry) => boolean
  readonly parentSession?: string
  /** Where it starts in its file, if that is known. */
  readonly line?: number
}

export class SessionBuilder {
  readonly report: ReportBuilder
  readonly entries: Entry[] = []
  private readonly byId = new Map<EntryId, Entry>()
  private readonly format: { readonly name: string; readonly title: string }
  private readonly options: ReadOptions
  private readonly seed: string
  private readonly importTime: string
  private previous: Entry | undefined

  /** @param seed tells conversations apart: what has no id of its own gets one from it. */
  constructor(
    format: { readonly name: string; readonly title: string },
    options: ReadOptions,
    seed: string,
    report: ReportBuilder = new ReportBuilder(),
  ) {
    this.format = format
    this.options = options
    this.importTime = new Date(options.now).toISOString()
    this.seed = seed
    this.report = report
  }

  /** The entry id of an id in the file, as a record's own or as a parent's; undefined for what is none. */
  idOf(value: unknown): EntryId | undefined {
    const parsed = entryIdSchema.safeParse(value)
    if (parsed.success && parsed.data.isWellFormed()) return parsed.data
    const isId = typeof value === 'number' || (typeof value === 'string' && value !== '')
    return isId ? this.derive('id', JSON.stringify(value)) : undefined
  }

  /** An id for what has none: the same for the same parts, in this conversation. */
  derive(...parts: readonly string[]): EntryId {
    return derivedId(this.format.name, this.seed, ...parts)
  }

  find(id: EntryId | null | undefined): Entry | undefined {
    return id === null || id === undefined ? undefined : this.byId.get(id)
  }

  note(kind: NoteKind, message: string, line?: number): void {
    this.report.note(kind, message, line)
  }

  /**
   * Makes the entry. Under an id that is taken the same content is a repeat, kept once; other content is kept as a
   * sibling under `<id>~<hash>`. The answer is the entry that stands for the record now.
   */
  add(draft: DraftAt): Entry {
    const timestamp = draft.timestamp ?? this.previous?.timestamp ?? this.importTime
    const made = makeEntry({ ...draft, timestamp, ...this.timedOf(draft) }, this.format.name, this.options.author)
    for (const { kind, message } of made.remarks) this.report.noteGroup(kind, message, draft.line)
    const first = this.byId.get(draft.id)
    if (first === undefined) return this.keep(made.entry)
    const content = contentOf(made.entry)
    if (content === contentOf(first)) return this.repeat(first, draft.line)
    const id = this.copyId(draft.id, content)
    const copy = this.byId.get(id)
    if (copy !== undefined) return this.repeat(copy, draft.line)
    const message = `${draft.id} is used twice for different records: this one is kept beside the first as ${id}.`
    this.note('repaired', message, draft.line)
    const { source = { format: this.format.name, line: draft.line } } = made.entry
    return this.keep({ ...made.entry, id, source: { ...source, conflictOf: draft.id } })
  }

  /** Checks the links and gives the session. */
  finish(end: SessionEnd): ImportedSession {
    const entries = this.entries.toSorted((a, b) => placeOf(a) - placeOf(b))
    reportLinks(entries, this.byId, this.report)
    const asked = end.leafId === null ? undefined : this.find(end.leafId)
    if (entries.length === 0) this.note('keptAsIs', 'The conversation has no messages: the session is empty.', end.line)
    return {
      title: shortTitle(end.title) ?? titleOf(entries, this.options),
      createdAt: end.createdAt ?? earliest(entries),
      header: null,
      ...(end.parentSession === undefined ? {} : { parentSession: end.parentSession }),
      entries: entries,
      leafId: asked?.id ?? newestMessage(entries, end.mayStand) ?? null,
      report: this.report.build(this.format, end.version, entries.length),
    }
  }

  /** What stands in for a time may be the time of the import: that of another entry that has none. */
  private timedOf({ timestamp, timed }: DraftAt): { readonly timed?: false } {
    if (timed === false) return { timed }
    const isKnown =
      timestamp === undefined ? this.previous !== undefined && isTimed(this.previous) : timestamp !== this.importTime
    return isKnown ? {} : { timed: false }
  }

  private keep(entry: Entry): Entry {
    this.entries.push(entry)
    this.byId.set(entry.id, entry)
    this.previous = entry
    return entry
  }

  private repeat(first: Entry, line: number): Entry {
    this.note('leftOut', `${first.id} of ${first.source?.line ?? 0} is repeated here: it is kept once.`, line)
    return first
  }

  private copyId(id: EntryId, content: string): EntryId {
    const hash = contentHash([content], CONFLICT_HASH_LENGTH)
    return entryIdSchema.safeParse(`${id}~${hash}`).data ?? this.derive('conflict', id, content)
  }
}

function placeOf(entry: Entry): number {
  return entry.source?.line ?? 0
}

/** Two records that differ in their time or place only are one, written twice. */
function contentOf(entry: Entry): string {
  const { id: _id, timestamp: _timestamp, author: _author, source, ...rest } = entry
  return JSON.stringify([rest, source?.fields, source?.raw])
}

/** The newest entry one may stand on that nothing goes on from: by time where both have one, else by place in the file. */
export function newestMessage(
  entries: readonly Entry[],
  mayStand: (entry: Entry) => boolean = (entry) => entry.type === 'message',
): EntryId | undefined {
  const candidates = entries.filter((entry) => !isFact(entry) && mayStand(entry))
  const parents = new Set(candidates.map(({ parentId }) => parentId))
  const tips = candidates.filter(({ id }) => !parents.has(id))
  let newest: Entry | undefined
  for (const entry of tips.length > 0 ? tips : candidates)
    if (newest === undefined || !(timeOf(entry) < timeOf(newest))) newest = entry
  return newest?.id
}

function earliest(entries: readonly Entry[]): string | null {
  let first: Entry | undefined
  for (const entry of entries) {
    if (isTimed(entry) && Number.isFinite(timeOf(entry)) && (first === undefined || timeOf(entry) < timeOf(first)))
      first = entry
  }
  return first?.timestamp ?? null
}
