// One entry of a Coppice JSON document → the entry as this session may hold it (FM62, FM63).
import { COPPICE_SOURCE } from '../../entry/base.ts'
import { UNKNOWN_RECORD } from '../../entry/custom.ts'
import { checkEntry, type Entry } from '../../entry/entry.ts'
import { entryIdSchema, participantIdSchema, type ParticipantId } from '../../entry/ids.ts'
import { MAX_ENTRY_DEPTH } from '../../entry/limits.ts'
import { cutEntry, isTooLarge } from '../build/oversize.ts'
import { problemWords } from '../build/problem-words.ts'
import { isJsonObject, parseJsonObject, stringField, type JsonObject, type JsonValue } from '../json/json.ts'
import { scanJson } from '../json/scan.ts'
import { toStorable } from '../json/storable.ts'
import type { NoteKind } from '../import-report.ts'
import { PI_FORMAT } from '../pi/source.ts'
import type { DocumentPerson } from './document.ts'

export interface Remark {
  readonly kind: NoteKind
  readonly message: string
}

/** An entry as the document has it, made storable. */
export interface StoredValue {
  readonly value: JsonObject
  readonly line: number
  /** Length of its text. */
  readonly length: number
  readonly remark?: Remark
}

export interface StoredReading {
  /** Undefined when nothing in it can be an entry. */
  readonly entry: Entry | undefined
  readonly remarks: readonly Remark[]
}

export interface Authorship {
  /** The author of what is imported, and of what names none. */
  readonly reader: ParticipantId
  /** Nobody imports: authors and sources stay what the document says. */
  readonly keepsAuthors: boolean
  readonly people: ReadonlyMap<string, DocumentPerson>
}

const MAX_NAME = 80
/** A record of an unknown shape stands in `data`, one level deeper. */
const MAX_WRAPPED_DEPTH = MAX_ENTRY_DEPTH - 4

/**
 * The importer becomes the author, because a file cannot prove who wrote it and nobody may be made to say something
 * here. Who wrote it there is neither lost nor forged: it goes into `source.author` (and `source.contributors`), a
 * name that is shown and gives no right. A `source` from another format is kept as it is beside that, so that its
 * exports stay exact. What was imported there before keeps the first author it was known by.
 */
export function storedEntry(
  { value, line, length, remark }: StoredValue,
  { reader, keepsAuthors, people }: Authorship,
): StoredReading {
  const remarks = remark === undefined ? [] : [remark]
  const id = entryIdSchema.safeParse(value['id']).data
  if (id === undefined) {
    remarks.push({ kind: 'leftOut', message: 'An entry without a usable id was left out.' })
    return { entry: undefined, remarks }
  }
  const source = keepsAuthors ? ownSource(value) : sourceOf(value, line, people)
  const whole = keepsAuthors ? asItStands(value, reader, source) : withAuthor(value, reader, source ?? {})
  const check = checkEntry(whole)
  if (!check.ok)
    remarks.push({
      kind: 'keptAsIs',
      message: `The entry ${id} is of no known shape (${problemWords(check.problem)}): kept whole.`,
    })
  const candidate = check.ok ? whole : wrapped(value, id, reader, line)
  const isLarge = isTooLarge(candidate, length + JSON.stringify(source ?? null).length)
  if (check.ok && !isLarge) return { entry: check.entry, remarks }
  const fitting = isLarge ? cut(candidate, remarks) : candidate
  const checked = checkEntry(fitting)
  if (checked.ok) return { entry: checked.entry, remarks }
  remarks.push({ kind: 'leftOut', message: `The entry ${id} cannot be kept: ${problemWords(checked.problem)}.` })
  return { entry: undefined, remarks }
}

/** A Coppice server holds nothing that a Y.Doc cannot; an edited file may. Undefined when the text is no object. */
export function storedValue(text: string, line: number): StoredValue | undefined {
  const value = parseJsonObject(text)
  if (value === undefined) return undefined
  const { losses, depth } = scanJson(text)
  const causes: string[] = [
    ...losses.filter((loss) => loss !== 'key order'),
    ...(depth > MAX_ENTRY_DEPTH ? [`nesting of ${depth} levels`] : []),
  ]
  if (causes.length === 0) return { value, line, length: text.length }
  const message = `An entry holds what no session can store (${causes.join(', ')}).`
  const shown = toStorable(value, MAX_ENTRY_DEPTH)
  return {
    value: isJsonObject(shown) ? shown : {},
    line,
    length: text.length,
    remark: { kind: 'repaired', message },
  }
}

/** Undefined for an entry that was not imported where the document is from. */
function ownSource(value: JsonObject): JsonObject | undefined {
  const own = value['source']
  return isJsonObject(own) && typeof own['format'] === 'string' && isRaw(own['raw'], own['format']) ? own : undefined
}

function sourceOf(value: JsonObject, line: number, people: ReadonlyMap<string, DocumentPerson>): JsonObject {
  const own = ownSource(value)
  const isImported = own !== undefined
  const source: JsonObject = own ?? { format: COPPICE_SOURCE, line }
  if (Object.hasOwn(source, 'author')) return source
  const id = stringField(value, 'author')
  const isKnown = id !== undefined && people.has(id)
  // Whoever converted a file of another tool on the command line is nobody.
  if (id === undefined || (isImported && !isKnown)) return source
  const contributors = isImported ? undefined : value['contributors']
  const others = Array.isArray(contributors) ? contributors.filter((one) => typeof one === 'string') : undefined
  return {
    ...source,
    author: personOf(id, people),
    ...(others === undefined ? {} : { contributors: others.map((one) => personOf(one, people)) }),
  }
}

/** Of Pi's records an export writes `raw` as a line of a file: one that is none would break it. Of others it is kept. */
function isRaw(raw: JsonValue | undefined, format: string): boolean {
  if (raw === undefined) return true
  if (typeof raw !== 'string') return false
  return format !== PI_FORMAT || (!raw.includes('\n') && parseJsonObject(raw) !== undefined)
}

function personOf(id: string, people: ReadonlyMap<string, DocumentPerson>): JsonObject {
  const person = people.get(id)
  if (person === undefined) return { id }
  return { id, name: person.name.slice(0, MAX_NAME).toWellFormed(), kind: person.kind }
}

/** Each key at its place; `contributors` are participants of this server, so they go. */
function withAuthor(value: JsonObject, importer: ParticipantId, source: JsonObject): JsonObject {
  const ours: JsonObject = {
    author: importer,
    // Invariant: the importer holds the place of `contributors`, so that an export keeps the key order.
    ...(Object.hasOwn(value, 'contributors') ? { contributors: [importer] } : {}),
  }
  return { ...value, ...ours, source }
}

function asItStands(value: JsonObject, reader: ParticipantId, source: JsonObject | undefined): JsonObject {
  const { source: _source, ...rest } = value
  // A value that is there keeps its place among the keys.
  const whole = source === undefined ? rest : value
  return participantIdSchema.safeParse(value['author']).success ? whole : { ...whole, author: reader }
}

function wrapped(value: JsonObject, id: string, importer: ParticipantId, line: number): JsonObject {
  const parentId: JsonValue = entryIdSchema.safeParse(value['parentId']).data ?? null
  const time = stringField(value, 'timestamp')
  return {
    type: 'custom',
    id,
    parentId,
    timestamp: time ?? new Date(0).toISOString(),
    customType: UNKNOWN_RECORD,
    data: toStorable(value, MAX_WRAPPED_DEPTH),
    author: importer,
    source: { format: COPPICE_SOURCE, line, ...(time === undefined ? { timed: false } : {}) },
  }
}

function cut(entry: JsonObject, remarks: Remark[]): JsonObject {
  remarks.push({
    kind: 'leftOut',
    message: 'An entry is larger than an entry may be: its longest texts were cut, and what was cut is lost.',
  })
  return cutEntry(entry) ?? {}
}
