// Fills a new session from a file: all of it, or nothing.
import type { ImportedMeta } from '@coppice/shared'
import type { EntrySlice } from '../room/entry-slice.ts'
import type { StagedEnd } from '../room/staged-session.ts'
import type { AddReport } from './add-entries.ts'
import type { ParsedSession, SessionHead } from './read-sessions.ts'

/** The part of a staged session that an import needs. */
export interface Fillable {
  /** Sends entries to the log; resolves when there is room for more. */
  add(slice: EntrySlice): Promise<void>
  /** Resolves when all of it is saved. */
  publish(end: StagedEnd): Promise<void>
  /** Nothing of it stays. */
  discard(): Promise<void>
}

export interface FilledSession {
  readonly title: string
  readonly report: AddReport
}

export interface FillOptions {
  /** What it is called when no entry names it. */
  readonly given: string
  /** Hears of what could not be taken away at once, and is when the server starts again. */
  readonly undone: (error: unknown) => void
}

/**
 * Resolves when the session is saved and found. When it rejects nothing of it is there.
 */
export async function fillSession(
  session: Fillable,
  { head, slices }: ParsedSession,
  { given, undone }: FillOptions,
): Promise<FilledSession> {
  try {
    for await (const slice of slices) await session.add(slice)
    const title = head.name ?? given
    await session.publish({ title, branches: head.branches, leafId: head.leafId, meta: metaOf(head) })
    return { title, report: { ...head.report, added: head.entryCount, alreadyThere: 0 } }
  } catch (error) {
    await session.discard().catch(undone)
    throw error
  }
}

export function metaOf({ header, parentSession, markedLeaf }: SessionHead): ImportedMeta {
  return {
    ...(header === null ? {} : { header }),
    ...(parentSession === undefined ? {} : { parentSession }),
    ...(markedLeaf === undefined ? {} : { markedLeaf }),
  }
}
