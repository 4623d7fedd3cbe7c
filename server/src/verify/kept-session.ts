// What the file keeps of one session, read as it stands.
import type { DatabaseSync } from 'node:sqlite'
import type { SessionId } from '@coppice/shared'
import { parseBlob, parseInteger, parseSessionId, parseText, parseTextOrNull, type Row } from '../log/sqlite-rows.ts'

export interface KeptSession {
  readonly key: number
  readonly id: SessionId
  readonly title: string
  readonly head: number
  readonly entries: number
  readonly bytes: number
  readonly updatedAt: string
}

export interface KeptBatch {
  readonly head: number
  readonly at: string
  readonly update: Uint8Array
}

export interface KeptEntry {
  readonly seq: number
  readonly id: string
  readonly parentId: string | null
  readonly type: string
  readonly author: string
  readonly timestamp: string
  readonly searchText: string
}

/** A snapshot in pieces; the head is the last one's. */
export interface KeptSnapshot {
  readonly head: number
  readonly pieces: readonly Uint8Array[]
}

export function keptSessions(db: DatabaseSync): KeptSession[] {
  return db
    .prepare('SELECT * FROM sessions WHERE staged = 0 ORDER BY id')
    .all()
    .map((row) => ({
      key: parseInteger(row, 'key'),
      id: parseSessionId(row, 'id'),
      title: parseText(row, 'title'),
      head: parseInteger(row, 'head'),
      entries: parseInteger(row, 'entries'),
      bytes: parseInteger(row, 'bytes'),
      updatedAt: parseText(row, 'updated_at'),
    }))
}

/** Imports that did not come to their end: nobody finds them, and the next start takes them away. */
export function countStaged(db: DatabaseSync): number {
  return parseInteger(db.prepare('SELECT count(*) AS n FROM sessions WHERE staged = 1').get() ?? {}, 'n')
}

export function* keptBatches(db: DatabaseSync, key: number): Generator<KeptBatch> {
  for (const row of db.prepare('SELECT head, at, body FROM batches WHERE session = ? ORDER BY head').iterate(key))
    yield { head: parseInteger(row, 'head'), at: parseText(row, 'at'), update: parseBlob(row, 'body') }
}

export function keptEntries(db: DatabaseSync, key: number): KeptEntry[] {
  const toEntry = (row: Row): KeptEntry => ({
    seq: parseInteger(row, 'seq'),
    id: parseText(row, 'id'),
    parentId: parseTextOrNull(row, 'parent_id'),
    type: parseText(row, 'type'),
    author: parseText(row, 'author'),
    timestamp: parseText(row, 'timestamp'),
    searchText: parseText(row, 'search_text'),
  })
  return db.prepare('SELECT * FROM entries WHERE session = ? ORDER BY seq').all(key).map(toEntry)
}

/** Participants by clientID. */
export function keptBindings(db: DatabaseSync, key: number): ReadonlyMap<number, string> {
  const rows = db.prepare('SELECT client_id, participant FROM bindings WHERE session = ?').all(key)
  return new Map(rows.map((row) => [parseInteger(row, 'client_id'), parseText(row, 'participant')]))
}

export function keptSnapshot(db: DatabaseSync, key: number): KeptSnapshot | undefined {
  const rows = db.prepare('SELECT head, body FROM pieces WHERE session = ? ORDER BY number').all(key)
  const last = rows.at(-1)
  return last && { head: parseInteger(last, 'head'), pieces: rows.map((row) => parseBlob(row, 'body')) }
}

export function keptDesk(db: DatabaseSync, key: number): Uint8Array | undefined {
  const row = db.prepare('SELECT state FROM desks WHERE session = ?').get(key)
  return row && parseBlob(row, 'state')
}
