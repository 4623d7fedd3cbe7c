// What a file format is: how it is recognised and how it is read. Each format has a folder of its own and is named
// in readers.ts, nowhere else.
import type { Person } from '../access/participant.ts'
import type { Entry } from '../entry/entry.ts'
import type { EntryId, ParticipantId } from '../entry/ids.ts'
import type { ImportReport, Note } from './import-report.ts'

export interface ReadOptions {
  /** Whoever imports: the author of every entry. */
  readonly author: ParticipantId
  /**
   * For turning one file into another, where nobody imports: entries keep the authors and the source that the file
   * gives them, and `author` stands in where it gives none. Never for a session of a server, where a file speaks for
   * nobody. Only Coppice JSON says who is who.
   */
  readonly keepsAuthors?: true
  /** Unix time in ms, for entries whose time is nowhere in the file. */
  readonly now: number
  /** What a session is called that its file gives no name. */
  readonly title?: string
  /** Names a session whose file has no name and no words for it. */
  readonly fileName?: string
  /**
   * Hears of entries while the file is still being read: the first ones of the session's `entries`, in their order, as
   * far as the reader knows that they stay. Only readers of files that hold one session call it, and they need not.
   * @param length of its record in the file, in UTF-16 code units
   */
  readonly onEntry?: (entry: Entry, length: number) => void
}

export interface ImportedSession {
  /** The session's id on the Coppice it was exported from. */
  readonly id?: string
  readonly title: string
  /** ISO time from the file, null when it has none. */
  readonly createdAt: string | null
  /** Raw JSON text of the file's header, for the record's meta; null when it has none. */
  readonly header: string | null
  /** The session this one was forked from, in the format's own words (Pi: a path). */
  readonly parentSession?: string
  /** Who the authors are, where they were kept. */
  readonly people?: ReadonlyMap<ParticipantId, Person>
  /** In file order; ids are unique within the session; `author` and `source` are filled. Parents may be missing, later, or in a cycle. */
  readonly entries: readonly Entry[]
  /** Where the file says one stands. */
  readonly leafId: EntryId | null
  /** The same, where the file says it by a mark that is no entry: an export that is to be the same file marks it again. */
  readonly markedLeaf?: EntryId
  readonly report: ImportReport
  /** What is damaged in a file of several sessions, here and before it: in the report too, and to be said to whoever takes other ones. */
  readonly damage?: readonly Note[]
}

export interface FormatReader<Name extends string = string> {
  readonly name: Name
  /** For people: "Pi session". */
  readonly title: string
  /** Whether a file that starts like this (no byte order mark; cut at 64 Ki characters) is of this format. Never throws. */
  detect(head: string): boolean
  /**
   * Reads a whole file, one session after the other as they are asked for: no more than one is held at a time. There
   * is at least one. Everything readable is kept and the report says what was not. Importing again gives the same ids.
   * Throws SessionError, at the latest with the first session: `invalid_file` when nothing is readable,
   * `unsupported_format` for a version it can't read.
   */
  read(chunks: Iterable<string>, options: ReadOptions): Iterable<ImportedSession>
}
