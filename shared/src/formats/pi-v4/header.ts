// The first line of a Pi v4 file: which build wrote it, and what it says about the session.
import { SessionError } from '../../errors.ts'
import { isoTime } from '../build/times.ts'
import { firstText, valueText } from '../chain/value-text.ts'
import type { JsonObject } from '../json/json.ts'
import { PI_VERSION } from '../pi/header.ts'

const VERSION = 4
const STORAGE_VERSION = 1

export function isV4Header(value: JsonObject): boolean {
  return value['kind'] === 'header' && versionOf(value) !== undefined
}

function versionOf(header: JsonObject): number | undefined {
  // Pi 0.84 called it `version`.
  const version = header['v'] ?? header['version']
  return typeof version === 'number' ? version : undefined
}

/** What cannot be read with certainty is refused by its name. */
export function refuseOthers(header: JsonObject, line: number): void {
  const version = versionOf(header)
  const storage = header['storageVersion'] ?? STORAGE_VERSION
  if (version === VERSION && storage === STORAGE_VERSION) return
  const name = version === VERSION ? `Pi v4 with storage version ${valueText(storage)}` : `Pi v${version ?? '?'}`
  const message = `${name} is not supported: line ${line} is a header of that version, whose lines may mean something else. Versions 1 to 4 can be read, with storage version 1. Export the session from Pi as JSONL or HTML and import that file.`
  throw new SessionError('unsupported_format', message, { details: { line } })
}

/** "4", and which of its forms. */
export function versionName(header: JsonObject | undefined): string {
  if (header === undefined) return '4, no header'
  return 'v' in header ? '4' : '4, of Pi 0.84'
}

export function createdAtOf(header: JsonObject): string | undefined {
  return isoTime(header['createdAt'])
}

/** The session this one was forked from: its id, or a path. */
export function parentSessionOf(header: JsonObject): string | undefined {
  return firstText(header, 'legacyParentSessionPath', 'parentSessionId', 'parentSession')
}

/** The same as a header of the version that exports have. */
export function exportHeader(header: JsonObject): string {
  const parentSession = parentSessionOf(header)
  return JSON.stringify({
    type: 'session',
    version: PI_VERSION,
    id: (firstText(header, 'id') ?? 'imported').toWellFormed(),
    timestamp: createdAtOf(header) ?? new Date(0).toISOString(),
    cwd: (firstText(header, 'cwd') ?? '').toWellFormed(),
    ...(parentSession === undefined ? {} : { parentSession: parentSession.toWellFormed() }),
  })
}
