// Small Pi files for the tests of the formats.
import type { Entry } from '../../entry/entry.ts'
import { participantId, type EntryId } from '../../entry/ids.ts'
import { TreeIndex } from '../../tree/tree-index.ts'
import type { ImportedSession } from '../format.ts'
import { importFile } from '../import-file.ts'
import { exportPi, type PiExportOptions } from '../pi/export-pi.ts'

export const IMPORTER = participantId('importer')

/** A header line of version 3, or of another; undefined leaves the version out, as version 1 does. */
export function headerLine(version: number | undefined = 3, more: object = {}): string {
  const head = {
    type: 'session',
    ...(version === 1 ? {} : { version }),
    id: 'sample',
    timestamp: timeAt(0),
    cwd: '/work',
  }
  return JSON.stringify({ ...head, ...more })
}

/** ISO time `second` seconds into the sample. */
export function timeAt(second: number): string {
  return new Date(Date.UTC(2026, 0, 5, 9, 0, second)).toISOString()
}

/** A user message's line. */
export function userLine(id: string, parentId: string | null, text = id, more: object = {}): string {
  const message = { role: 'user', content: text }
  return JSON.stringify({ type: 'message', id, parentId, timestamp: timeAt(1), message, ...more })
}

export function line(record: object): string {
  return JSON.stringify(record)
}

/** Imports lines as the one session of a file. */
export function importLines(...lines: string[]): ImportedSession {
  return importText(`${lines.join('\n')}\n`)
}

export function importText(text: string): ImportedSession {
  const [session, ...others] = importFile(text, { author: IMPORTER, now: 0 })
  if (session === undefined || others.length > 0) throw new Error('expected one session')
  return session
}

export function treeOf(...entries: readonly Entry[]): TreeIndex {
  const index = new TreeIndex()
  for (const entry of entries) if (!index.add(entry)) throw new Error(`the id ${entry.id} is there twice`)
  return index
}

/** The lines of an export of a session as it was imported, with entries of our own added. */
export function exportLines(
  session: ImportedSession,
  options: PiExportOptions = {},
  own: readonly Entry[] = [],
): string[] {
  const index = treeOf(...session.entries, ...own)
  const meta = { sessionId: 'ours', createdAt: timeAt(0), header: session.header, title: '' }
  const text = exportPi(index, meta, options)
  if (!text.endsWith('\n')) throw new Error('an export ends with a line end')
  return text.slice(0, -1).split('\n')
}

/** The entry that came from a line. */
export function entryOfLine(session: ImportedSession, number: number): Entry {
  const entry = session.entries.find(({ source }) => source?.line === number)
  if (entry === undefined) throw new Error(`no entry came from line ${number}`)
  return entry
}

export function idOfLine(session: ImportedSession, number: number): EntryId {
  return entryOfLine(session, number).id
}
