// The log's statements, run by the storage worker: sessions, batches with their rows, and the caches beside them.
// Transactions are the caller's (sqlite-group-commit.ts).
import type { DatabaseSync } from 'node:sqlite'
import type { EntryId, ParticipantId, SessionId } from '@coppice/shared'
import {
  clientBound,
  entryExists,
  FailureError,
  pieceMissing,
  sessionExists,
  sessionMissing,
  sessionPublished,
  snapshotAhead,
} from './log-failures.ts'
import { isDuplicate } from './sqlite-failures.ts'
import { PackedRows } from './packed-rows.ts'
import type { Handlers, Operation, PackedUpdates } from './sqlite-messages.ts'
import {
  parseBlob,
  parseEntryId,
  parseEntryIdOrNull,
  parseInteger,
  parseParticipantId,
  parseSessionId,
  parseText,
  type Row,
} from './sqlite-rows.ts'
import type { Binding, NewSession, SessionRow } from './session-log.ts'
import { markOurs } from './sqlite-schema.ts'
import { removeSession } from './sqlite-staging.ts'

export type LogOperation = Extract<
  Operation,
  | 'create'
  | 'stage'
  | 'publish'
  | 'discard'
  | 'find'
  | 'list'
  | 'append'
  | 'read'
  | 'places'
  | 'bindings'
  | 'loadPieces'
  | 'savePieces'
  | 'saveSummary'
  | 'loadDesk'
  | 'saveDesk'
  | 'loadLeaves'
  | 'saveLeaves'
  | 'probe'
>

/** Prepares every statement once. */
export function logHandlers(db: DatabaseSync): Handlers<LogOperation> {
  const sql = {
    place: db.prepare('SELECT key, head FROM sessions WHERE id = ?'),
    create: db.prepare('INSERT INTO sessions (id, title, created_at, updated_at, staged) VALUES (?, ?, ?, ?, ?)'),
    publish: db.prepare('UPDATE sessions SET staged = 0 WHERE key = ?'),
    isStaged: db.prepare('SELECT staged FROM sessions WHERE key = ?'),
    find: db.prepare('SELECT * FROM sessions WHERE id = ? AND staged = 0'),
    list: db.prepare('SELECT * FROM sessions WHERE staged = 0 ORDER BY updated_at DESC, id DESC'),
    advance: db.prepare(
      'UPDATE sessions SET head = ?, entries = entries + ?, bytes = bytes + ?, updated_at = coalesce(?, updated_at) WHERE key = ?',
    ),
    summarise: db.prepare('UPDATE sessions SET title = ?, branches = ?, participants = ? WHERE key = ?'),
    addBatch: db.prepare('INSERT INTO batches (session, head, at, body) VALUES (?, ?, ?, ?)'),
    // The search text comes as UTF-8: as a string it would be decoded here only to be encoded again.
    addEntry: db.prepare(
      'INSERT INTO entries (session, seq, id, parent_id, type, author, timestamp, search_text) VALUES (?, ?, ?, ?, ?, ?, ?, CAST(? AS TEXT))',
    ),
    addBinding: db.prepare('INSERT INTO bindings (session, client_id, participant) VALUES (?, ?, ?)'),
    batchSizes: db.prepare('SELECT length(body) AS bytes FROM batches WHERE session = ? AND head > ? ORDER BY head'),
    read: db.prepare('SELECT head, body FROM batches WHERE session = ? AND head > ? ORDER BY head LIMIT ?'),
    places: db.prepare('SELECT seq, id FROM entries WHERE session = ? AND seq > ? ORDER BY seq LIMIT ?'),
    bindings: db.prepare('SELECT client_id, participant FROM bindings WHERE session = ? ORDER BY client_id'),
    pieceSizes: db.prepare(
      'SELECT length(body) AS bytes FROM pieces WHERE session = ? AND number >= ? ORDER BY number',
    ),
    loadPieces: db.prepare('SELECT head, body FROM pieces WHERE session = ? AND number >= ? ORDER BY number LIMIT ?'),
    lastPiece: db.prepare('SELECT number, head FROM pieces WHERE session = ? ORDER BY number DESC LIMIT 1'),
    dropPieces: db.prepare('DELETE FROM pieces WHERE session = ? AND number >= ?'),
    addPiece: db.prepare('INSERT INTO pieces (session, number, head, body) VALUES (?, ?, ?, ?)'),
    loadDesk: db.prepare('SELECT state FROM desks WHERE session = ?'),
    saveDesk: db.prepare('INSERT OR REPLACE INTO desks (session, state) VALUES (?, ?)'),
    clearDesk: db.prepare('DELETE FROM desks WHERE session = ?'),
    loadLeaves: db.prepare('SELECT participant, leaf FROM leaves WHERE session = ?'),
    saveLeaf: db.prepare('INSERT OR REPLACE INTO leaves (session, participant, leaf) VALUES (?, ?, ?)'),
  }

  function placeOf(session: SessionId): { readonly key: number; readonly head: number } {
    const row = sql.place.get(session)
    if (row === undefined) throw new FailureError(sessionMissing(session))
    return { key: parseInteger(row, 'key'), head: parseInteger(row, 'head') }
  }

  function addSession({ id, title, createdAt }: NewSession, staged: 0 | 1): void {
    try {
      sql.create.run(id, title, createdAt, createdAt, staged)
    } catch (error) {
      throw isDuplicate(error) ? new FailureError(sessionExists(id)) : error
    }
  }

  function addEntries(session: SessionId, key: number, firstSeq: number, rows: PackedRows): void {
    let seq = firstSeq
    for (const { id, parentId, type, author, timestamp, searchText } of rows.packed()) {
      try {
        sql.addEntry.run(key, seq++, id, parentId, type, author, timestamp, searchText)
      } catch (error) {
        throw isDuplicate(error) ? new FailureError(entryExists(session, id)) : error
      }
    }
  }

  function addBindings(session: SessionId, key: number, bindings: readonly Binding[]): void {
    for (const binding of bindings) {
      try {
        sql.addBinding.run(key, binding.clientId, binding.participant)
      } catch (error) {
        throw isDuplicate(error) ? new FailureError(clientBound(session, binding)) : error
      }
    }
  }

  return {
    create(session) {
      addSession(session, 0)
      return null
    },

    stage(session) {
      addSession(session, 1)
      return null
    },

    publish({ session }) {
      sql.publish.run(placeOf(session).key)
      return null
    },

    discard({ session }) {
      const { key } = placeOf(session)
      if (parseInteger(sql.isStaged.get(key) ?? {}, 'staged') === 0) throw new FailureError(sessionPublished(session))
      removeSession(db, key)
      return null
    },

    find({ session }) {
      const row = sql.find.get(session)
      return row && toSessionRow(row)
    },

    list() {
      return sql.list.all().map(toSessionRow)
    },

    append({ session, expectedHead, batch }) {
      const { key, head } = placeOf(session)
      if (head !== expectedHead) return { ok: false, head }
      const rows = new PackedRows(batch.entries)
      const count = rows.length
      const newHead = head + Math.max(1, count)
      sql.addBatch.run(key, newHead, batch.at, batch.update)
      addEntries(session, key, newHead - count + 1, rows)
      addBindings(session, key, batch.bindings)
      sql.advance.run(newHead, count, batch.bytes, count === 0 ? null : batch.at, key)
      return { ok: true, head: newHead }
    },

    read({ session, afterHead, maxBytes }) {
      const { key } = placeOf(session)
      const { count, bytes } = fitting(sql.batchSizes.iterate(key, afterHead), maxBytes)
      return packUpdates(count, bytes, sql.read.iterate(key, afterHead, count))
    },

    places({ session, after, limit }) {
      const { key } = placeOf(session)
      return sql.places
        .all(key, after, Math.max(0, limit))
        .map((row) => ({ seq: parseInteger(row, 'seq'), id: parseEntryId(row, 'id') }))
    },

    bindings({ session }) {
      const { key } = placeOf(session)
      return sql.bindings.all(key).map((row) => ({
        clientId: parseInteger(row, 'client_id'),
        participant: parseParticipantId(row, 'participant'),
      }))
    },

    loadPieces({ session, first, maxBytes }) {
      const { key } = placeOf(session)
      const { count, bytes } = fitting(sql.pieceSizes.iterate(key, first), maxBytes)
      return packUpdates(count, bytes, sql.loadPieces.iterate(key, first, count))
    },

    savePieces({ session, first, pieces }) {
      const { key, head } = placeOf(session)
      const newHead = pieces.at(-1)?.head ?? 0
      if (newHead > head) throw new FailureError(snapshotAhead(session, newHead, head))
      const last = sql.lastPiece.get(key)
      const count = last === undefined ? 0 : parseInteger(last, 'number') + 1
      if (first > count) throw new FailureError(pieceMissing(session, first, count))
      if (last !== undefined && newHead < parseInteger(last, 'head')) return null
      sql.dropPieces.run(key, first)
      for (const [i, piece] of pieces.entries()) sql.addPiece.run(key, first + i, piece.head, piece.update)
      return null
    },

    saveSummary({ session, summary }) {
      const { key } = placeOf(session)
      sql.summarise.run(summary.title, summary.branches, summary.participants, key)
      return null
    },

    loadDesk({ session }) {
      const { key } = placeOf(session)
      const row = sql.loadDesk.get(key)
      return row && parseBlob(row, 'state')
    },

    saveDesk({ session, state }) {
      const { key } = placeOf(session)
      if (state === null) sql.clearDesk.run(key)
      else sql.saveDesk.run(key, state)
      return null
    },

    loadLeaves({ session }) {
      const { key } = placeOf(session)
      const leaves = new Map<ParticipantId, EntryId | null>()
      for (const row of sql.loadLeaves.iterate(key)) {
        leaves.set(parseParticipantId(row, 'participant'), parseEntryIdOrNull(row, 'leaf'))
      }
      return leaves
    },

    saveLeaves({ session, leaves }) {
      const { key } = placeOf(session)
      for (const [participant, leaf] of leaves) sql.saveLeaf.run(key, participant, leaf)
      return null
    },

    probe() {
      markOurs(db)
      return null
    },
  }
}

function toSessionRow(row: Row): SessionRow {
  return {
    id: parseSessionId(row, 'id'),
    title: parseText(row, 'title'),
    createdAt: parseText(row, 'created_at'),
    updatedAt: parseText(row, 'updated_at'),
    head: parseInteger(row, 'head'),
    entries: parseInteger(row, 'entries'),
    bytes: parseInteger(row, 'bytes'),
    branches: parseInteger(row, 'branches'),
    participants: parseInteger(row, 'participants'),
  }
}

/** How many bodies are read, and their bytes: by their sizes, so that none is read only to find that it does not fit. */
function fitting(sizes: Iterable<Row>, maxBytes: number): { readonly count: number; readonly bytes: number } {
  let count = 0
  let bytes = 0
  for (const row of sizes) {
    const size = parseInteger(row, 'bytes')
    if (count > 0 && bytes + size > maxBytes) break
    count++
    bytes += size
  }
  return { count, bytes }
}

function packUpdates(batches: number, totalBytes: number, rows: Iterable<Row>): PackedUpdates {
  const heads = new Float64Array(batches)
  const ends = new Float64Array(batches)
  const bytes = new Uint8Array(totalBytes)
  let count = 0
  let end = 0
  for (const row of rows) {
    const body = parseBlob(row, 'body')
    bytes.set(body, end)
    end += body.length
    heads[count] = parseInteger(row, 'head')
    ends[count] = end
    count += 1
  }
  return { heads, ends, bytes }
}
