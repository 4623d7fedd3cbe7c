// What admission answers, and what it needs to know about who asks.
import type { Role } from '../access/roles.ts'
import type { Entry, EntryType } from '../entry/entry.ts'
import type { EntryId, ParticipantId } from '../entry/ids.ts'
import { MAX_ENTRY_BYTES, MAX_SESSION_BYTES, MAX_UPDATE_CLIENTS, MAX_UPDATE_ENTRIES } from '../entry/limits.ts'
import { SessionError, type ErrorCode } from '../errors.ts'

export interface Who {
  readonly participant: ParticipantId
  readonly role: Role
}

export interface AdmissionLimits {
  readonly entryBytes: number
  readonly sessionBytes: number
  readonly updateEntries: number
  readonly updateClients: number
}

export interface AdmissionContext {
  readonly who: Who
  /** The server's clock, Unix time in ms. */
  readonly nowMs: number
  /** Whether an id belongs to a draft that someone else has open on the desk. */
  readonly isOpenDraft: (id: EntryId) => boolean
  /** Defaults to the limits of `entry/limits.ts`; tests pass smaller ones. */
  readonly limits?: Partial<AdmissionLimits>
}

const DEFAULT_LIMITS: AdmissionLimits = {
  entryBytes: MAX_ENTRY_BYTES,
  sessionBytes: MAX_SESSION_BYTES,
  updateEntries: MAX_UPDATE_ENTRIES,
  updateClients: MAX_UPDATE_CLIENTS,
}

export function limitsOf({ limits }: AdmissionContext): AdmissionLimits {
  return limits === undefined ? DEFAULT_LIMITS : { ...DEFAULT_LIMITS, ...limits }
}

/** An entry with its place in the record. `bytes` is the size of its struct in the room's own encoding. */
export interface AdmittedEntry {
  readonly clientId: number
  readonly clock: number
  readonly id: EntryId
  readonly type: EntryType | undefined
  /** Built at each access where the entry came encoded. */
  readonly entry: Entry
  readonly bytes: number
}

/** New entries, parents before children, clocks of each clientID ascending. None: all of it was known. */
export interface Admitted {
  readonly outcome: 'admitted'
  readonly entries: readonly AdmittedEntry[]
  /** ClientIDs that from now on belong to the author of their entries. */
  readonly claims: readonly number[]
}

/** The update builds on clocks the ledger does not have: it has `have` of them, the update goes on at `starts`. */
export interface Incomplete {
  readonly outcome: 'incomplete'
  readonly clientId: number
  readonly have: number
  readonly starts: number
}

/** `message` is for a person. `entryId` where one entry is to blame. */
export interface Refusal {
  readonly outcome: 'refused'
  readonly code: ErrorCode
  readonly message: string
  readonly entryId?: string
}

/** Thrown inside admission, so that the checks read as a list; `asRefusal` turns it into the answer. */
export function refuse(code: ErrorCode, message: string, entryId?: string): never {
  throw new SessionError(code, message, entryId === undefined ? {} : { details: { entryId } })
}

/** Runs checks and answers with their refusal. Anything but a SessionError is a bug and passes through. */
export function orRefusal<T>(check: () => T): T | Refusal {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof SessionError)) throw error
    const entryId = error.details?.['entryId']
    const { code, message } = error
    return { outcome: 'refused', code, message, ...(typeof entryId === 'string' ? { entryId } : {}) }
  }
}
