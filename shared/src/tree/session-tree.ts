// The tree as one participant uses it: stands on a leaf, grows below it, moves without losing anything.
// A facade over a TreeIndex. It works alone in memory, and hands each entry it makes to whoever keeps them.
import { inputContentSchema, type Content } from '../entry/content.ts'
import { checkEntry, isFact, type Entry, type EntryPayload } from '../entry/entry.ts'
import { newEntryId, type EntryId, type ParticipantId } from '../entry/ids.ts'
import type { Message } from '../entry/message.ts'
import { SessionError } from '../errors.ts'
import { branchStarts } from './branches.ts'
import { replacedBy, stampFor } from './stamp.ts'
import { TreeIndex } from './tree-index.ts'

export interface SessionTreeOptions {
  /** Who writes: the author of every entry appended here. */
  readonly author: ParticipantId
  /** Unix time in ms. */
  readonly now: () => number
  readonly newId?: (nowMs: number) => EntryId
  /** Gets each new entry before the tree shows it; when it throws, nothing has changed. */
  readonly onAppend?: (entry: Entry) => void
  /** A tree that is there already. One stands on its newest tip. */
  readonly index?: TreeIndex
}

export interface TreeChange {
  /** The new entry; undefined when only the leaf moved. */
  readonly entry?: Entry
  readonly leafId: EntryId | null
}

/** Where a new branch grows, and the content to start from: a person's message is asked again in other words. */
export interface Fork {
  readonly leafId: EntryId | null
  readonly draft: Content
}

type ChangeListener = (change: TreeChange) => void

export class SessionTree {
  readonly index: TreeIndex
  private readonly options: SessionTreeOptions
  private readonly listeners = new Set<ChangeListener>()
  private leaf: EntryId | null

  constructor(options: SessionTreeOptions) {
    this.options = options
    this.index = options.index ?? new TreeIndex()
    this.leaf = this.index.newestTip()
  }

  /** The entry the next one will hang below; null: it will be a root. */
  get leafId(): EntryId | null {
    return this.leaf
  }

  /**
   * Appends a message, or an entry of another type, below the leaf; the leaf moves to it, except for facts (TR6).
   * @throws SessionError `entry_invalid`, `id_used`; nothing has changed then.
   */
  append(payload: Message | EntryPayload): Entry {
    return this.write(isMessage(payload) ? { type: 'message', message: payload } : payload, this.leaf)
  }

  /**
   * Stands on an entry, or with null before the first one. Nothing is written, nothing is lost (TR11).
   * @throws SessionError `not_found` for an unknown id; nothing has changed then.
   */
  moveTo(id: EntryId | null): void {
    if (id !== null) this.mustHave(id)
    if (id === this.leaf) return
    this.leaf = id
    this.notify({ leafId: id })
  }

  /**
   * Goes to where another branch beside an entry begins: above a person's message, whose content comes back as the
   * draft, below anything else. Nothing is written until something is appended.
   * @throws SessionError `not_found`
   */
  fork(fromId: EntryId): Fork {
    const entry = this.mustHave(fromId)
    const message = entry.type === 'message' ? entry.message : undefined
    const parentId = this.index.parentOf(fromId)
    if (message?.role !== 'user' || parentId === undefined) {
      this.moveTo(fromId)
      return { leafId: fromId, draft: null }
    }
    this.moveTo(parentId)
    const content = inputContentSchema.safeParse(message.content)
    return { leafId: parentId, draft: content.success ? content.data : null }
  }

  /**
   * Names an entry; a blank text takes the name away. The label hangs below its target and moves no leaf.
   * @throws SessionError `not_found`
   */
  label(targetId: EntryId, text: string): Entry {
    this.mustHave(targetId)
    const label = text.trim()
    return this.write({ type: 'label', targetId, ...(label === '' ? {} : { label }) }, targetId)
  }

  /** The messages from the root to the leaf, in order, as they were written. What a model gets: `projectContext`. */
  currentPath(): readonly Message[] {
    return this.index.pathTo(this.leaf).flatMap((entry) => (entry.type === 'message' ? [entry.message] : []))
  }

  /** In order, facts included; of null: the roots. */
  children(id: EntryId | null): readonly EntryId[] {
    return this.index.children(id)
  }

  /** The children of the entry's parent that are branches, the entry itself included. */
  siblings(id: EntryId): readonly EntryId[] {
    const parentId = this.index.parentOf(id)
    return parentId === undefined ? [] : this.index.branches(parentId)
  }

  /** The first entries of all branches: roots, and what hangs below branch points. */
  branches(): readonly EntryId[] {
    return branchStarts(this.index)
  }

  /** Takes in an entry by someone else. The leaf stays. False when it is known already. */
  receive(entry: Entry): boolean {
    if (!this.index.add(entry)) return false
    this.notify({ entry, leafId: this.leaf })
    return true
  }

  /** Called after every append, move and received entry. Returns the function that ends the subscription. */
  on(_event: 'change', listener: ChangeListener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private write(payload: EntryPayload, parentId: EntryId | null): Entry {
    const entry = this.make(payload, parentId)
    if (this.index.has(entry.id))
      throw new SessionError('id_used', `There is an entry ${entry.id} already. Give the new one another id.`)
    this.options.onAppend?.(entry)
    this.index.add(entry)
    if (!isFact(entry)) this.leaf = entry.id
    this.notify({ entry, leafId: this.leaf })
    return entry
  }

  private make(payload: EntryPayload, parentId: EntryId | null): Entry {
    const { author, now, newId = newEntryId } = this.options
    const nowMs = now()
    const timestamp = stampFor(this.index, parentId, nowMs, replacedBy(this.index, payload))
    const checked = checkEntry(plainCopy({ ...payload, id: payload.id ?? newId(nowMs), parentId, timestamp, author }))
    if (!checked.ok) throw new SessionError('entry_invalid', `The entry was not appended: ${checked.problem}.`)
    return checked.entry
  }

  private mustHave(id: EntryId): Entry {
    const entry = this.index.get(id)
    if (entry === undefined)
      throw new SessionError('not_found', `This session has no entry ${id}. Choose one that is in the tree.`)
    return entry
  }

  private notify(change: TreeChange): void {
    for (const listener of this.listeners) listener(change)
  }
}

function isMessage(payload: Message | EntryPayload): payload is Message {
  return !('type' in payload) && typeof payload.role === 'string'
}

/** History must not change with an object its writer still holds. */
function plainCopy(value: object): unknown {
  try {
    return JSON.parse(JSON.stringify(value))
  } catch (cause) {
    throw new SessionError('entry_invalid', 'The entry was not appended: it is not plain JSON.', { cause })
  }
}
