// What happened to a file: how much was read and kept, what was repaired, kept as it is, or left out, and where.

export interface Note {
  /** 1-based line in the file. */
  readonly line?: number
  /** A sentence for people. */
  readonly message: string
}

export interface ImportReport {
  readonly format: string
  /** The format's name for people: "Pi session". */
  readonly formatTitle: string
  readonly version: string
  /** Records read, the header included. */
  readonly read: number
  /** Entries in the result. */
  readonly kept: number
  /** Kept, but not just as the file has it. */
  readonly repaired: readonly Note[]
  /** Kept just as the file has it, although something is odd about it. */
  readonly keptAsIs: readonly Note[]
  /** Not in the result. */
  readonly leftOut: readonly Note[]
}

export type NoteKind = 'repaired' | 'keptAsIs' | 'leftOut'

/** More notes than this of one kind help nobody: the rest is counted. */
const MAX_NOTES = 100
/** Two of the longest ids fit. */
const MAX_MESSAGE_LENGTH = 700

/** Collects the notes of one import. */
export class ReportBuilder {
  private records = 0
  private readonly notes: Record<NoteKind, Note[]> = { repaired: [], keptAsIs: [], leftOut: [] }
  private readonly counts: Record<NoteKind, number> = { repaired: 0, keptAsIs: 0, leftOut: 0 }
  /** Notes that one line stands for: message parts by the text they share. */
  private readonly groups = new Map<string, { kind: NoteKind; first: number; count: number }>()

  countRecord(): void {
    this.records += 1
  }

  note(kind: NoteKind, words: string, line?: number): void {
    this.counts[kind] += 1
    if (this.counts[kind] > MAX_NOTES) return
    const message = inBounds(words)
    this.notes[kind].push(line === undefined ? { message } : { line, message })
  }

  /** For what often befalls many lines: they share one note, with the first line and their number. */
  noteGroup(kind: NoteKind, words: string, line: number): void {
    const message = inBounds(words)
    const group = this.groups.get(message)
    if (group === undefined) this.groups.set(message, { kind, first: line, count: 1 })
    else group.count += 1
  }

  build(format: { readonly name: string; readonly title: string }, version: string, kept: number): ImportReport {
    const groups = [...this.groups].map(([message, { kind, first, count }]) => ({
      kind,
      note: { line: first, message: count === 1 ? message : `${message} (${count} records, from this line on)` },
    }))
    const list = (kind: NoteKind): Note[] => {
      const notes = [...groups.filter((group) => group.kind === kind).map(({ note }) => note), ...this.notes[kind]]
      const rest = this.counts[kind] - MAX_NOTES
      if (rest > 0) notes.push({ message: `And ${rest} more of this kind.` })
      return notes
    }
    return {
      format: format.name,
      formatTitle: format.title,
      version,
      read: this.records,
      kept,
      repaired: list('repaired'),
      keptAsIs: list('keptAsIs'),
      leftOut: list('leftOut'),
    }
  }
}

function inBounds(message: string): string {
  const short = message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message
  return short.toWellFormed()
}
