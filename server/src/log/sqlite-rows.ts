// Reads typed columns out of SQLite's rows. The only place of the SQLite log that trusts what the file says.
import type { EntryId, Participant, ParticipantId, Role, SessionId } from '@coppice/shared'
import type { Credential } from '../access/access-store.ts'
import { FailureError } from './log-failures.ts'

export type Row = Readonly<Record<string, unknown>>

export function parseText(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw unexpected(column, value)
  return value
}

export function parseTextOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : parseText(row, column)
}

export function parseInteger(row: Row, column: string): number {
  const value = row[column]
  if (typeof value !== 'number') throw unexpected(column, value)
  return value
}

export function parseBlob(row: Row, column: string): Uint8Array<ArrayBuffer> {
  const value = row[column]
  if (!(value instanceof Uint8Array) || !(value.buffer instanceof ArrayBuffer)) throw unexpected(column, value)
  return value as Uint8Array<ArrayBuffer>
}

// Ids, roles and kinds were checked on their way in; the tables are strict and nobody else writes the file.

export function parseSessionId(row: Row, column: string): SessionId {
  return parseText(row, column) as SessionId
}

export function parseEntryId(row: Row, column: string): EntryId {
  return parseText(row, column) as EntryId
}

export function parseEntryIdOrNull(row: Row, column: string): EntryId | null {
  return parseTextOrNull(row, column) as EntryId | null
}

export function parseParticipantId(row: Row, column: string): ParticipantId {
  return parseText(row, column) as ParticipantId
}

export function parseRole(row: Row, column: string): Role {
  return parseText(row, column) as Role
}

export function parseParticipantKind(row: Row, column: string): Participant['kind'] {
  return parseText(row, column) as Participant['kind']
}

export function parseCredentialKind(row: Row, column: string): Credential['kind'] {
  return parseText(row, column) as Credential['kind']
}

function unexpected(column: string, value: unknown): FailureError {
  return new FailureError({
    code: 'storage',
    message: `The database holds something else than expected in column ${column} (${typeof value}). Put back a backup.`,
  })
}
