// The first line of a Pi session file: which version it is, and what it says about the session.
import { SessionError } from '../../errors.ts'
import { stringField, type JsonObject } from '../json/json.ts'

/** The version we write, and the newest one we know. */
export const PI_VERSION = 3
/** The first version whose entries have ids. */
export const FIRST_LINKED_VERSION = 2

export function isHeader(record: JsonObject): boolean {
  return record['type'] === 'session'
}

/** 1 when the header says nothing, as in the oldest files. */
export function versionOf(header: JsonObject): number {
  const version = header['version']
  return typeof version === 'number' ? version : 1
}

/** Pi v4 has other lines altogether, and a reader of its own (pi-v4). */
export function refuseV4(record: JsonObject, line: number): void {
  if (record['kind'] !== 'header') return
  const message = `Line ${line} is a header of Pi v4, whose lines are others than those of versions 1 to 3. Import the file as pi-v4, or leave the format to the content.`
  throw new SessionError('unsupported_format', message, { details: { line } })
}

/** The session a fork came from: a path. The oldest forks used another name for it. */
export function parentSessionOf(header: JsonObject): string | undefined {
  return stringField(header, 'parentSession') ?? stringField(header, 'branchedFrom')
}

/** A header for a session that did not come from Pi. */
export function newHeader(id: string, timestamp: string): string {
  return JSON.stringify({ type: 'session', version: PI_VERSION, id, timestamp, cwd: '' })
}
