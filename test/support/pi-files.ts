// Reading Pi files in tests: import, and the plain facts of a file that an import is compared with.
import { participantId, TreeIndex } from '@coppice/shared'
import { importFile, type ImportedSession } from '@coppice/shared/formats'

export const IMPORTER = participantId('importer')

/** The one session of a file. */
export function importText(text: string): ImportedSession {
  const [session, another] = importFile(text, { author: IMPORTER, now: 0 })
  if (session === undefined || another !== undefined) throw new Error('the file does not hold one session')
  return session
}

export function treeOf(session: Pick<ImportedSession, 'entries'>): TreeIndex {
  const index = new TreeIndex()
  for (const entry of session.entries) if (!index.add(entry)) throw new Error(`the id ${entry.id} is there twice`)
  return index
}

/** A file's lines without what is no part of them; blank ones are left out. */
export function linesOf(text: string): string[] {
  const lines = text.replace(/^\ufeff/, '').split('\n')
  return lines.map((line) => line.replace(/\r$/, '')).filter((line) => line.trim() !== '')
}

export interface FoundRecord {
  readonly id: string | undefined
  readonly parentId: unknown
  readonly type: unknown
  readonly text: string
}

/** The records of a file below its header, lines that are none left out. */
export function recordsAsFound(lines: readonly string[]): FoundRecord[] {
  return lines.flatMap((text) => {
    const value = parse(text)
    if (value === undefined || value['type'] === 'session') return []
    const id = value['id']
    return [{ id: typeof id === 'string' ? id : undefined, parentId: value['parentId'], type: value['type'], text }]
  })
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    // A damaged line: not a record.
    return undefined
  }
}
