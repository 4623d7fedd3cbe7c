// Entries of a file that are in the session already in another form: while a tool writes an answer, each import finds
// more of it. Entries never change, so that a form that has grown becomes an entry of its own beside the first one,
// and what is new in the file hangs below it. Nothing that is in the session moves.
import {
  entryIdSchema,
  entryWireBytes,
  isFact,
  linksOf,
  MAX_ENTRY_BYTES,
  type Entry,
  type EntryId,
  type Link,
} from '@coppice/shared'
import { asForm, formHash, isSameContent, withLinks } from '@coppice/shared/formats'

/** How far below a new form what is there already stands below it as well. Further down it only stands where it is. */
const MAX_STEPS = 100
/** Entries that are held because something new may hang below them. */
const MAX_HELD = 1_000
const HASH_LENGTH = 8

/** The form of a file's entry that counts now, where it has another id in the session than in the file. */
interface Form {
  readonly id: EntryId
  /** Entries between it and the form that has grown. */
  readonly steps: number
  /** It is not in the session: it is written when something new hangs below it. */
  held: Held | undefined
}

interface Held {
  readonly entry: Entry
  /** Names in the file of what it is bound to. */
  readonly boundTo: readonly string[]
}

export class Forms {
  /** Lines of entries that were there in another form; undefined where the file has none. */
  readonly changed: (number | undefined)[] = []
  /** Entries that were written once more, because something new hangs below them. */
  repeated = 0
  /** Entries so far below a new form that they and what hangs below them stayed with the earlier one. */
  stayed = 0
  readonly #find: (id: EntryId) => Entry | undefined
  readonly #nameLine: EntryId | undefined
  /** By the id in the file. */
  readonly #forms = new Map<string, Form>()
  #heldCount = 0

  /**
   * @param find what the session has, or is about to have
   * @param nameLine the entry by which an export of this very session says its name: no news, unless something goes on
   * from it
   */
  constructor(find: (id: EntryId) => Entry | undefined, nameLine?: EntryId) {
    this.#find = find
    this.#nameLine = nameLine
  }

  /** Whether a new entry under this id is to be written as the file has it. */
  isPlain(id: EntryId): boolean {
    return this.#forms.size === 0 && id !== this.#nameLine
  }

  /**
   * A new entry as it is to be written: itself, unless something that it names has another form. Undefined for what is
   * no news. `out` gets what comes before it.
   */
  place(entry: Entry, out: Entry[]): Entry | undefined {
    if (entry.id === this.#nameLine && entry.type === 'session_info') {
      this.#hold(entry.id, { id: entry.id, steps: 0, held: { entry, boundTo: [] } })
      return undefined
    }
    const isNeeded = ({ id, isBound }: Link): boolean => isBound || id === this.#nameLine
    const names = linksOf(entry).filter(isNeeded)
    this.#writeAbove(
      names.map(({ id }) => id),
      out,
    )
    return this.#linked(entry)
  }

  /** What is to be written of an entry under whose id there is one already: nothing, when it says the same. */
  compare(known: Entry, entry: Entry, out: Entry[]): 'there' | 'written' {
    const placed = this.#linked(entry)
    const saysTheSame = isSameContent(known, placed)
    const isInPlace = hasSameBounds(known, placed)
    if (saysTheSame && isInPlace) return 'there'
    const isStale = !isInPlace && this.#isBelowEarlierForms(known, entry)
    // Where a note hangs is seen by nobody, and nothing goes on from what it says.
    const isNote = isNoteOf(known) && isNoteOf(entry)
    if (isNote && saysTheSame && !isStale) return 'there'
    const { id, isThere } = this.#idOf(placed)
    if (saysTheSame && isStale) return this.#stayOrHold(entry, placed, id, isThere)
    if (!isNote || isStale) this.#forms.set(entry.id, { id, steps: 0, held: undefined })
    if (isThere) return 'there'
    this.changed.push(entry.source?.line)
    this.#writeAbove(boundTo(entry), out)
    out.push(fitting(asForm(placed, id)))
    return 'written'
  }

  /** The id in the session of what the file calls so; what is not there yet is written. Null for what is no news. */
  settle(id: EntryId, out: Entry[]): EntryId | null {
    if (id === this.#nameLine && this.#forms.get(id)?.held !== undefined) return null
    this.#writeAbove([id], out)
    return this.#forms.get(id)?.id ?? id
  }

  /** Whether a later form of an entry is in the session. */
  isSuperseded({ id, source }: Pick<Entry, 'id' | 'source'>): boolean {
    const first = source?.['conflictOf']
    const form = this.#forms.get(id) ?? (typeof first === 'string' ? this.#forms.get(first) : undefined)
    return form !== undefined && form.id !== id && form.held === undefined
  }

  #linked(entry: Entry): Entry {
    if (this.#forms.size === 0) return entry
    return withLinks(entry, ({ id, isBound }) => {
      const form = this.#forms.get(id)
      return form === undefined || (form.held !== undefined && !isBound) ? id : form.id
    })
  }

  /** It says what the entry in the session says, and that one hangs below an earlier form. */
  #stayOrHold(entry: Entry, placed: Entry, id: EntryId, isThere: boolean): 'there' {
    const steps = 1 + Math.max(...boundTo(entry).map((name) => this.#forms.get(name)?.steps ?? 0))
    if (isThere) this.#forms.set(entry.id, { id, steps, held: undefined })
    else if (steps > MAX_STEPS || this.#heldCount >= MAX_HELD) this.stayed += 1
    else this.#hold(entry.id, { id, steps, held: { entry: fitting(asForm(placed, id)), boundTo: boundTo(entry) } })
    return 'there'
  }

  #hold(name: EntryId, form: Form): void {
    this.#heldCount += 1
    this.#forms.set(name, form)
  }

  /** At most MAX_STEPS deep. */
  #writeAbove(names: readonly string[], out: Entry[]): void {
    for (const name of names) {
      const form = this.#forms.get(name)
      if (form?.held === undefined) continue
      const { entry, boundTo: above } = form.held
      form.held = undefined
      this.#heldCount -= 1
      this.#writeAbove(above, out)
      // Another import of the file may have written it since.
      if (this.#find(entry.id) !== undefined) continue
      if (entry.id !== this.#nameLine) this.repeated += 1
      out.push(entry)
    }
  }

  /** Depends on the id in the file, on what the entry says and on what it hangs below: every import finds the same one. */
  #idOf(placed: Entry): { readonly id: EntryId; readonly isThere: boolean } {
    const hash = formHash(placed, 64)
    for (let length = HASH_LENGTH; ; length += 1) {
      const digits = hash.slice(0, length).padEnd(length, '-')
      const id = entryIdSchema.safeParse(`${placed.id}~${digits}`).data ?? entryIdSchema.parse(`i-${digits}`)
      const known = this.#find(id)
      if (known === undefined) return { id, isThere: false }
      // Anyone may have written an entry under any id.
      if (isSameContent(known, placed) && hasSameBounds(known, placed)) return { id, isThere: true }
    }
  }

  /** Whether all that an entry of the session is bound to is, in some form, what the file has there. */
  #isBelowEarlierForms(known: Entry, entry: Entry): boolean {
    const own = boundOf(entry)
    return boundOf(known).every(({ field, id }) => {
      const name = own.find((link) => link.field === field)?.id
      return name !== undefined && (name === id || this.#isFormOf(id, name))
    })
  }

  #isFormOf(id: string, name: string): boolean {
    if (id.startsWith(`${name}~`)) return true
    const parsed = entryIdSchema.safeParse(id)
    return parsed.success && this.#find(parsed.data)?.source?.['conflictOf'] === name
  }
}

function boundOf(entry: Entry): Link[] {
  return linksOf(entry).filter(({ isBound }) => isBound)
}

function boundTo(entry: Entry): string[] {
  return boundOf(entry).map(({ id }) => id)
}

function hasSameBounds(a: Entry, b: Entry): boolean {
  const others = boundOf(b)
  const own = boundOf(a)
  return (
    own.length === others.length &&
    own.every(({ field, id }, at) => {
      const other = others[at]
      return other?.field === field && other.id === id
    })
  )
}

function isNoteOf(entry: Entry): boolean {
  return isFact(entry) || entry.type === 'custom'
}

/** Readers leave room for longer ids; where a file had none to leave, what stands beside an entry goes. */
function fitting(form: Entry): Entry {
  const { source } = form
  if (source === undefined || entryWireBytes(form) <= MAX_ENTRY_BYTES) return form
  const { format, line, conflictOf } = source
  return { ...form, source: { format, line, conflictOf } }
}
