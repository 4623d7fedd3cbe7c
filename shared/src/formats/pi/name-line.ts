// The line by which an exported Pi file says what a session is called that was named here: Pi knows a session's name from
// an entry, a session of ours has it beside its entries.
import type { EntryId } from '../../entry/ids.ts'
import { derivedId } from '../derived-id.ts'

/** The line's id, in every export of the session. It tells nothing new to that session itself. */
export function nameLineId(sessionId: string): EntryId {
  return derivedId('name', sessionId)
}

/** A root that nothing hangs below. A name that somebody gives in Pi is an entry of its own, with an id of Pi's. */
export function nameLine(sessionId: string, timestamp: string, name: string): string {
  return JSON.stringify({ type: 'session_info', id: nameLineId(sessionId), parentId: null, timestamp, name })
}
