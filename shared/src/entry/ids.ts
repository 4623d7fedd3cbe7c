// Branded identifiers. An id is an opaque string; only these functions turn a plain string into one.
import { v7 } from 'uuid'
import { z } from 'zod'

/** Longest id accepted, in UTF-16 code units. Imported ids are kept as they are, so this is generous. */
export const MAX_ID_LENGTH = 256

export const entryIdSchema = z.string().min(1).max(MAX_ID_LENGTH).brand<'EntryId'>()
export const participantIdSchema = z.string().min(1).max(MAX_ID_LENGTH).brand<'ParticipantId'>()
/** Session ids stand in URLs and file names, hence the narrow grammar (docs/PROTOCOL.md, EN1). */
export const sessionIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'letters, digits, "_" and "-", at most 64')
  .brand<'SessionId'>()

export type EntryId = z.infer<typeof entryIdSchema>
export type ParticipantId = z.infer<typeof participantIdSchema>
export type SessionId = z.infer<typeof sessionIdSchema>

/** As `entryIdSchema` decides, for where a hundred thousand ids are looked at. */
export function isEntryId(value: unknown): value is EntryId {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH
}

/** The participant under whose name the server itself writes (`people`, `meta`, interrupted answers). */
export const SERVER_PARTICIPANT = participantIdSchema.parse('server')

export function entryId(value: string): EntryId {
  return entryIdSchema.parse(value)
}

export function participantId(value: string): ParticipantId {
  return participantIdSchema.parse(value)
}

export function sessionId(value: string): SessionId {
  return sessionIdSchema.parse(value)
}

/**
 * A new entry id: UUIDv7, so that ids sort by their time of making.
 * @param nowMs Unix time in ms, from the caller's clock.
 */
export function newEntryId(nowMs: number): EntryId {
  return entryIdSchema.parse(v7({ msecs: nowMs }))
}

/** A new session id: UUIDv7. */
export function newSessionId(nowMs: number): SessionId {
  return sessionIdSchema.parse(v7({ msecs: nowMs }))
}

/** A new participant id: UUIDv7. */
export function newParticipantId(nowMs: number): ParticipantId {
  return participantIdSchema.parse(v7({ msecs: nowMs }))
}
