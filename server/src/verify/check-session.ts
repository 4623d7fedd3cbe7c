// Compares one session's log with everything that is kept beside it.
import { entryWireBytes } from '@coppice/shared'
import type { DatabaseSync } from 'node:sqlite'
import * as Y from 'yjs'
import { checkOwner, checkRow } from './check-entry.ts'
import { checkSnapshot } from './check-snapshot.ts'
import type { Difference, Note, SessionReport } from './difference.ts'
import {
  keptBatches,
  keptBindings,
  keptDesk,
  keptEntries,
  keptSnapshot,
  type KeptEntry,
  type KeptSession,
} from './kept-session.ts'
import { Replay, type Added } from './replay.ts'

/** What the log itself adds up to. */
interface Sum {
  readonly head: number
  readonly batches: number
  readonly entries: number
  readonly bytes: number
  /** Of the last batch with entries, and of the last of all. */
  readonly saidAt: string | undefined
  readonly lastAt: string | undefined
  /** Whether every batch could be read. */
  readonly isWhole: boolean
}

export function checkSession(db: DatabaseSync, session: KeptSession): SessionReport {
  const differences: Difference[] = []
  const note: Note = ({ sequence = null, id = null }, what) =>
    void differences.push({ session: session.id, sequence, id, what })
  const replay = new Replay()
  const sum = replayAll(db, session, replay, note)
  if (sum.isWhole) checkSums(session, sum, note)
  checkBindings(db, session, replay, note)
  checkDesk(db, session, note)
  replay.doc.destroy()
  return { session: session.id, title: session.title, batches: sum.batches, entries: sum.entries, differences }
}

function replayAll(db: DatabaseSync, session: KeptSession, replay: Replay, note: Note): Sum {
  const rows = new Map(keptEntries(db, session.key).map((row) => [row.id, row]))
  const bindings = keptBindings(db, session.key)
  const snapshot = keptSnapshot(db, session.key)
  let isSnapshotSeen = false
  let [head, batches, entries, bytes] = [0, 0, 0, 0]
  let saidAt: string | undefined
  let lastAt: string | undefined
  for (const batch of keptBatches(db, session.key)) {
    const added = replay.take(batch.update)
    if (typeof added === 'string') {
      note({ sequence: batch.head }, `${added}; what follows it was not compared`)
      return { head, batches, entries, bytes, saidAt, lastAt, isWhole: false }
    }
    checkPlaces(head, batch.head, added, rows, note)
    for (const one of added)
      checkOwner(rows.get(one.entry.id)?.seq ?? batch.head, one, bindings.get(one.clientId), note)
    for (const { entry } of added) {
      rows.delete(entry.id)
      bytes += entryWireBytes(entry)
    }
    head = batch.head
    batches++
    entries += added.length
    if (added.length > 0) saidAt = batch.at
    lastAt = batch.at
    if (snapshot?.head !== head) continue
    isSnapshotSeen = true
    checkSnapshot(snapshot, replay.doc, note)
  }
  for (const { seq, id } of rows.values()) note({ sequence: seq, id }, 'there is a row, but no entry in the log')
  if (snapshot !== undefined && !isSnapshotSeen)
    note({ sequence: snapshot.head }, `the snapshot stands where no batch of the log ends (its head is ${head})`)
  return { head, batches, entries, bytes, saidAt, lastAt, isWhole: true }
}

/** The entries of a batch have the numbers after the head before it, each once, and a row each. */
function checkPlaces(
  before: number,
  head: number,
  added: readonly Added[],
  rows: ReadonlyMap<string, KeptEntry>,
  note: Note,
): void {
  const expected = before + Math.max(1, added.length)
  if (head > expected)
    note({ sequence: before + 1 }, `the log lacks what was at ${before + 1} to ${head - added.length}`)
  if (head < expected) note({ sequence: head }, `the batch adds ${added.length} entries, but only ${head - before} fit`)
  for (const one of added) {
    const row = rows.get(one.entry.id)
    if (row === undefined) {
      note({ sequence: head, id: one.entry.id }, 'it is in the log, but has no row')
      continue
    }
    if (row.seq <= head - added.length || row.seq > head)
      note({ sequence: row.seq, id: row.id }, `its row is at ${row.seq}, its batch ends at ${head}`)
    checkRow(row, one, note)
  }
}

function checkSums(session: KeptSession, sum: Sum, note: Note): void {
  const compare = (name: string, kept: number | string, logged: number | string): void => {
    if (kept !== logged) note({}, `the session's row has the ${name} ${kept}, the log ${logged}`)
  }
  compare('head', session.head, sum.head)
  compare('count of entries', session.entries, sum.entries)
  compare('count of bytes', session.bytes, sum.bytes)
  const { saidAt, lastAt } = sum
  if (saidAt === undefined || lastAt === undefined) return
  // Earlier versions took the time of every batch, also of those in which nothing is said.
  const isKnown = session.updatedAt === saidAt || (session.updatedAt > saidAt && session.updatedAt <= lastAt)
  if (!isKnown) compare('time of the last entry', session.updatedAt, saidAt)
}

function checkBindings(db: DatabaseSync, session: KeptSession, replay: Replay, note: Note): void {
  const bindings = keptBindings(db, session.key)
  for (const clientId of replay.clientIds())
    if (!bindings.has(clientId)) note({ id: String(clientId) }, 'this clientID has written, but belongs to nobody')
}

function checkDesk(db: DatabaseSync, session: KeptSession, note: Note): void {
  const desk = keptDesk(db, session.key)
  if (desk === undefined) return
  try {
    Y.applyUpdate(new Y.Doc(), desk)
  } catch (error) {
    note({}, `the desk cannot be read (${error instanceof Error ? error.message : String(error)})`)
  }
}
