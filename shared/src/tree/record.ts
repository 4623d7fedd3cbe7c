// The record's keys. The only module that knows how a session's history lies in a Y.Doc.
import * as Y from 'yjs'
import { z } from 'zod'
import { personSchema, type Person } from '../access/participant.ts'
import { entryIdSchema, participantIdSchema, sessionIdSchema, type EntryId, type ParticipantId } from '../entry/ids.ts'
import type { Entry } from '../entry/entry.ts'

/** Root types of the record; anything else in an update is refused (AD4). */
export const RECORD_ROOTS = { entries: 'entries', people: 'people', meta: 'meta' } as const

export const RECORD_FORMAT = 1

export const recordMetaSchema = z.object({
  format: z.literal(RECORD_FORMAT),
  sessionId: sessionIdSchema,
  /** Changes when the history is rewritten; a client with another incarnation starts afresh. */
  incarnation: z.string(),
  createdAt: z.string(),
  parentSession: z.string().optional(),
  /** The header of an imported file, as its own JSON text, so that export gives it back exactly. */
  header: z.string().optional(),
  /** Where one stood by a mark in the imported file that is no entry: without it its export would open elsewhere. */
  markedLeaf: entryIdSchema.optional(),
})
export type RecordMeta = z.infer<typeof recordMetaSchema>

/** What an imported file said about itself. */
export type ImportedMeta = Pick<RecordMeta, 'header' | 'parentSession' | 'markedLeaf'>

export function entriesOf(doc: Y.Doc): Y.Map<Entry> {
  return doc.getMap<Entry>(RECORD_ROOTS.entries)
}

export function peopleOf(doc: Y.Doc): Y.Map<Person> {
  return doc.getMap<Person>(RECORD_ROOTS.people)
}

/** Writes one entry under its id. Callers check the entry first; the record never changes one. */
export function putEntry(doc: Y.Doc, entry: Entry): void {
  entriesOf(doc).set(entry.id, entry)
}

/** Writes one participant's public facts. The server alone does this. */
export function putPerson(doc: Y.Doc, id: ParticipantId, person: Person): void {
  peopleOf(doc).set(id, person)
}

/** Everyone who ever took part, by participant id; malformed values are left out. */
export function readPeople(doc: Y.Doc): Map<ParticipantId, Person> {
  const people = new Map<ParticipantId, Person>()
  for (const [key, value] of peopleOf(doc).entries()) {
    const id = participantIdSchema.safeParse(key)
    const person = personSchema.safeParse(value)
    if (id.success && person.success) people.set(id.data, person.data)
  }
  return people
}

export function writeMeta(doc: Y.Doc, meta: RecordMeta): void {
  const map = doc.getMap(RECORD_ROOTS.meta)
  doc.transact(() => {
    for (const [key, value] of Object.entries(meta))
      if (value !== undefined && map.get(key) !== value) map.set(key, value)
  })
}

/** The record's facts about itself, or undefined before the first sync. */
export function readMeta(doc: Y.Doc): RecordMeta | undefined {
  const parsed = recordMetaSchema.safeParse(doc.getMap(RECORD_ROOTS.meta).toJSON())
  return parsed.success ? parsed.data : undefined
}

/**
 * Calls back with the entries that each transaction adds, in one array, in the order of the update.
 * Returns the function that ends the subscription.
 */
export function onEntriesAdded(
  doc: Y.Doc,
  listener: (entries: readonly Entry[], transaction: Y.Transaction) => void,
): () => void {
  const map = entriesOf(doc)
  const observer = (event: Y.YMapEvent<Entry>, transaction: Y.Transaction): void => {
    const added: Entry[] = []
    for (const key of event.keysChanged) {
      const entry = key !== null && isAdded(event, map._map.get(key)) ? map.get(key) : undefined
      if (entry !== undefined) added.push(entry)
    }
    if (added.length > 0) listener(added, transaction)
  }
  map.observe(observer)
  return () => map.unobserve(observer)
}

/** As the `add` of `event.changes`, which makes objects for each of 100,000 keys. */
function isAdded(event: Y.YMapEvent<Entry>, item: Y.Item | undefined): boolean {
  let before: Y.Item | null | undefined = item
  while (before && event.adds(before)) before = before.left
  // Nothing is left that the key had before; what it had is no addition but a replacement.
  return item !== undefined && before === null
}

/** All entries, in the map's own order, which means nothing. */
export function* readEntries(doc: Y.Doc): Generator<[EntryId, Entry]> {
  for (const [id, entry] of entriesOf(doc).entries()) yield [id as EntryId, entry]
}

/** An entry and where it lies in the doc's clocks. */
export interface PlacedEntry {
  readonly entry: Entry
  readonly clientId: number
  readonly clock: number
}

/**
 * The entries whose clocks are not below a state vector: by clientID, clocks ascending. Costs what lies above the
 * vector, not the record. What is no entry (people, meta, foreign content) is left out.
 * @param from clock of the first struct to look at, by clientID; those it does not name are looked at from 0.
 */
export function* entriesSince(doc: Y.Doc, from: ReadonlyMap<number, number>): Generator<PlacedEntry> {
  const map = entriesOf(doc)
  for (const [clientId, structs] of doc.store.clients) {
    const first = from.get(clientId) ?? 0
    const last = structs.at(-1)
    if (last === undefined || last.id.clock + last.length <= first) continue
    for (const struct of structs.slice(Y.findIndexSS(structs, first))) {
      if (!(struct instanceof Y.Item) || struct.parent !== map || struct.parentSub === null) continue
      const entry = struct.deleted ? undefined : map.get(struct.parentSub)
      if (entry !== undefined) yield { entry, clientId, clock: struct.id.clock }
    }
  }
}
