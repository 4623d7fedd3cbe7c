// The Coppice JSON format: reading back what export-coppice-json.ts wrote, entry by entry.
import type { z } from 'zod'
import type { Person } from '../../access/participant.ts'
import type { Entry } from '../../entry/entry.ts'
import { COPPICE_SOURCE } from '../../entry/base.ts'
import { participantIdSchema, type EntryId, type ParticipantId } from '../../entry/ids.ts'
import { SessionError } from '../../errors.ts'
import { sameJson } from '../../admission/same-json.ts'
import { reportLinks } from '../build/check-links.ts'
import { titleOf } from '../build/title.ts'
import type { FormatReader, ImportedSession, ReadOptions } from '../format.ts'
import { ReportBuilder } from '../import-report.ts'
import { parseJson } from '../json/json.ts'
import { TextSource } from '../json/text-source.ts'
import {
  COPPICE_VERSION,
  leafPartSchema,
  peoplePartSchema,
  sessionPartSchema,
  type DocumentPerson,
} from './document.ts'
import { documentParts, type DocumentPart } from './parts.ts'
import { storedEntry, storedValue, type StoredValue } from './stored-entry.ts'

/** As long as a server takes one. */
const MAX_TITLE = 200
/** What is read again while looking for the next whole entry, in characters: a damaged file must not cost minutes. */
const MAX_READ_AGAIN = 64 * 1024 * 1024

export const coppiceJsonReader: FormatReader<'coppice'> = {
  name: COPPICE_SOURCE,
  title: 'Coppice JSON',
  detect: (head) => /^\s*\{\s*"format"\s*:\s*"coppice"/.test(head),
  read: (chunks, options) => [readDocument(chunks, options)],
}

class Reading {
  version: unknown
  session: z.infer<typeof sessionPartSchema> = {}
  leafId: EntryId | null = null
  readonly people = new Map<string, DocumentPerson>()
  readonly stored: StoredValue[] = []
  readonly report = new ReportBuilder()

  takeMember({ key, text, line }: DocumentPart): void {
    const value = parseJson(text)
    switch (key) {
      case 'format':
        return
      case 'version':
        this.version = value
        return refuseLater(value, line)
      case 'session':
        this.session = this.checked(sessionPartSchema, value, key, line) ?? {}
        return
      case 'people':
        for (const person of this.checked(peoplePartSchema, value, key, line) ?? []) this.people.set(person.id, person)
        return
      case 'leafId':
        this.leafId = this.checked(leafPartSchema, value, key, line) ?? null
        return
      default:
        this.report.note('leftOut', `"${key.slice(0, 40).toWellFormed()}" is no part of version 1.`, line)
    }
  }

  private checked<S extends z.ZodType>(schema: S, value: unknown, key: string, line: number): z.infer<S> | undefined {
    const result = schema.safeParse(value)
    if (result.success) return result.data
    this.report.note('leftOut', `"${key}" does not have the shape it should have and was left out.`, line)
    return undefined
  }
}

function readDocument(chunks: Iterable<string>, options: ReadOptions): ImportedSession {
  const reading = new Reading()
  readParts(new TextSource(chunks), reading)
  if (reading.version === undefined) throw noDocument()
  const { session, report } = reading
  const entries = entriesOf(reading, options)
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  reportLinks(entries, byId, report)
  if (reading.leafId !== null && !byId.has(reading.leafId)) {
    report.note('leftOut', `One stood at ${reading.leafId}, which is not in the file.`)
    reading.leafId = null
  }
  return {
    ...(session.id === undefined ? {} : { id: session.id }),
    title: wholeTitle(session.title) ?? titleOf(entries, options),
    createdAt: Number.isNaN(Date.parse(session.createdAt ?? '')) ? null : (session.createdAt ?? null),
    header: session.header?.toWellFormed() ?? null,
    ...(session.parentSession === undefined ? {} : { parentSession: session.parentSession.toWellFormed() }),
    ...(options.keepsAuthors === true ? { people: peopleOf(reading) } : {}),
    entries,
    leafId: reading.leafId,
    ...(session.markedLeaf === undefined || !byId.has(session.markedLeaf) ? {} : { markedLeaf: session.markedLeaf }),
    report: report.build(coppiceJsonReader, String(COPPICE_VERSION), entries.length),
  }
}

function readParts(source: TextSource, reading: Reading): void {
  const { report } = reading
  let readAgain = 0
  for (const part of documentParts(source)) {
    const { key, text, line, isWhole } = part
    const stored = isWhole && key === 'entries' ? storedValue(text, line) : undefined
    if (stored !== undefined) {
      report.countRecord()
      reading.stored.push(stored)
    } else if (isWhole && key !== 'entries') reading.takeMember(part)
    else {
      report.note('leftOut', `What starts on line ${line} is damaged and was left out.`, line)
      // An entry is a line where Coppice wrote the file: the next one is whole again.
      const next = text.indexOf('\n{')
      readAgain += text.length
      if (next === -1 || readAgain > MAX_READ_AGAIN) continue
      source.putBack(text.slice(next))
    }
  }
  if (!source.skipTo(/\}/g)) report.note('leftOut', 'The file was cut off: what stands before that was read.')
}

/** A list apart, because who is who may stand behind the entries. */
function entriesOf({ stored, people, report }: Reading, { author, keepsAuthors }: ReadOptions): Entry[] {
  const entries = new Map<EntryId, Entry>()
  for (const one of stored) {
    const { entry, remarks } = storedEntry(one, { reader: author, keepsAuthors: keepsAuthors === true, people })
    for (const { kind, message } of remarks) report.note(kind, message, one.line)
    if (entry === undefined) continue
    const first = entries.get(entry.id)
    if (first === undefined) entries.set(entry.id, entry)
    else {
      const isSame = sameJson({ ...first, source: null }, { ...entry, source: null })
      const what = isSame ? 'a second time' : 'a second time with other content'
      report.note('leftOut', `The entry ${entry.id} is there ${what}: the first one was kept.`, one.line)
    }
  }
  return [...entries.values()]
}

function peopleOf({ people }: Reading): Map<ParticipantId, Person> {
  const known = new Map<ParticipantId, Person>()
  for (const { id, ...person } of people.values()) {
    const participant = participantIdSchema.safeParse(id)
    if (participant.success) known.set(participant.data, person)
  }
  return known
}

/** Undefined when there is nothing to read in it. */
function wholeTitle(title: string | undefined): string | undefined {
  return title === undefined || title.trim() === '' ? undefined : title.slice(0, MAX_TITLE).toWellFormed()
}

function refuseLater(version: unknown, line: number): void {
  if (version === COPPICE_VERSION) return
  const named = typeof version === 'number' ? `version ${version}` : 'no version that is known'
  const message =
    `This is a Coppice file of ${named}: line ${line} says so, and version ${COPPICE_VERSION} can be read. ` +
    'Bring this Coppice up to date, or export the session as a Pi file where it came from.'
  throw new SessionError('unsupported_format', message, { details: { line } })
}

function noDocument(): SessionError {
  const message = 'Nothing in this file can be read as Coppice JSON. Export it again and choose that file.'
  return new SessionError('invalid_file', message, { details: { line: 1 } })
}
