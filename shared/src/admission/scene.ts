// A session for the tests of admission: a record with some history, its ledger, and people with docs of their own. What
// the room does around admission is done here by hand.
import * as Y from 'yjs'
import type { Role } from '../access/roles.ts'
import type { Entry } from '../entry/entry.ts'
import { participantId, SERVER_PARTICIPANT, type EntryId, type ParticipantId } from '../entry/ids.ts'
import { SessionError, type ErrorCode } from '../errors.ts'
import { entriesOf, peopleOf } from '../tree/record.ts'
import { admitEntries } from './admit-entries.ts'
import { admitUpdate } from './admit-update.ts'
import { encodeEntries } from './encode.ts'
import { AdmissionLedger } from './ledger.ts'
import type { AdmissionContext, Admitted, AdmittedEntry, Incomplete, Refusal } from './outcome.ts'

export const NOW = Date.parse('2026-11-20T12:00:00.000Z')
export const ALICE = participantId('alice')
export const BOB = participantId('bob')
/** The clientID under which the server of a scene writes people. */
export const SERVER_CLIENT = 9000
/** The clientID under which it writes entries of files. */
export const IMPORT_CLIENT = 9001

export interface SceneOptions {
  readonly as?: ParticipantId
  readonly role?: Role
  readonly nowMs?: number
  readonly openDrafts?: readonly string[]
  readonly limits?: AdmissionContext['limits']
}

/** An entry as a client would write it; `fields` replace or add what they name. */
export function prompt(id: string, parentId: string | null, fields: Readonly<Record<string, unknown>> = {}) {
  return {
    id,
    parentId,
    timestamp: new Date(NOW).toISOString(),
    author: 'alice',
    type: 'message',
    message: { role: 'user', content: `Prompt ${id}` },
    ...fields,
  }
}

export class Scene {
  readonly doc: Y.Doc
  readonly ledger: AdmissionLedger

  /** One person replaced once, and Alice's `root` and `second` below it, written under clientID 1. */
  constructor() {
    this.doc = new Y.Doc()
    this.doc.clientID = SERVER_CLIENT
    peopleOf(this.doc).set('alice', { name: 'Alic', color: 0, kind: 'human' })
    peopleOf(this.doc).set('alice', { name: 'Alice', color: 0, kind: 'human' })
    peopleOf(this.doc).set('bob', { name: 'Bob', color: 1, kind: 'human' })
    this.ledger = AdmissionLedger.fromDoc(this.doc, [{ clientId: SERVER_CLIENT, participant: SERVER_PARTICIPANT }])
    const alice = this.client(1)
    write(alice, prompt('root', null))
    write(alice, prompt('second', 'root'))
    this.commit(this.expectAdmitted(Y.encodeStateAsUpdate(alice)))
  }

  /** A stock client's doc with everything committed so far. */
  client(clientId: number): Y.Doc {
    const doc = new Y.Doc()
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(this.doc))
    // Afterwards: Yjs takes another clientID when it reads its own from someone else.
    doc.clientID = clientId
    return doc
  }

  /** What a client would send to a server that has what is committed. */
  missing(client: Y.Doc): Uint8Array {
    return Y.encodeStateAsUpdate(client, Y.encodeStateVector(this.doc))
  }

  context({ as = ALICE, role = 'prompt', nowMs = NOW, openDrafts = [], limits }: SceneOptions = {}): AdmissionContext {
    const isOpenDraft = (id: EntryId): boolean => openDrafts.includes(id)
    return { who: { participant: as, role }, nowMs, isOpenDraft, ...(limits === undefined ? {} : { limits }) }
  }

  admit(update: Uint8Array, options: SceneOptions = {}): Admitted | Incomplete | Refusal {
    return admitUpdate(this.ledger, update, this.context(options))
  }

  expectAdmitted(update: Uint8Array, options: SceneOptions = {}): Admitted {
    const outcome = this.admit(update, options)
    if (outcome.outcome === 'admitted') return outcome
    throw new Error(`not admitted: ${JSON.stringify(outcome)}`)
  }

  /** Adds entries of a file, as the room does for an import by Alice. */
  import(entries: readonly unknown[]): void {
    const clientId = IMPORT_CLIENT
    this.ledger.claim(clientId, SERVER_PARTICIPANT)
    const outcome = admitEntries(this.ledger, entries, { ...this.context({ role: 'own' }), mode: 'import', clientId })
    if (outcome.outcome === 'refused') throw new Error(`not imported: ${outcome.message}`)
    this.commit(outcome)
  }

  /** Stages, commits and shows, as the room does. */
  commit(admitted: Admitted): void {
    this.ledger.stage(admitted)
    this.apply(admitted.entries)
  }

  /** The doc takes in what was staged. */
  apply(entries: readonly AdmittedEntry[]): void {
    Y.applyUpdate(this.doc, encodeEntries(entries))
    this.ledger.settle(entries)
  }

  entry(id: string): Entry | undefined {
    return entriesOf(this.doc).get(id)
  }

  ids(): string[] {
    return [...entriesOf(this.doc).keys()].sort()
  }
}

/** The code of the SessionError that a check throws, or 'none'. */
export function codeOf(check: () => unknown): ErrorCode | 'none' {
  try {
    check()
  } catch (error) {
    if (error instanceof SessionError) return error.code
    throw error
  }
  return 'none'
}

/** Writes an entry as a client does: one key of `entries`. */
export function write(client: Y.Doc, entry: { readonly id: string }, key: string = entry.id): void {
  client.getMap('entries').set(key, entry)
}

/** The bytes of the changes that `change` makes in a client's doc. */
export function updateOf(client: Y.Doc, change: () => void): Uint8Array {
  const before = Y.encodeStateVector(client)
  const updates: Uint8Array[] = []
  const listener = (update: Uint8Array): void => void updates.push(update)
  client.on('update', listener)
  client.transact(change)
  client.off('update', listener)
  const [first, ...more] = updates
  return first !== undefined && more.length === 0 ? first : Y.encodeStateAsUpdate(client, before)
}
