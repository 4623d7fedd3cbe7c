// Unsent text, kept on this device per session and place, so that nothing typed is lost to a reload or a switch;
// and what was sent, until the server has it.
import { entryIdSchema, type EntryId, type SessionId } from '@coppice/shared'
import { z } from 'zod'
import type { DraftStorage } from './draft-storage.ts'
import type { DraftTrash, TrashedDraft } from './draft-trash.ts'

/** Where a draft belongs: below the leaf one stands on, or to a fork that began at an entry. */
export type DraftPlace =
  | { readonly kind: 'leaf'; readonly leafId: EntryId | null }
  | { readonly kind: 'fork'; readonly fromId: EntryId }

/** A prompt that is on its way to the server. */
export interface SentPrompt {
  readonly entryId: EntryId
  readonly parentId: EntryId | null
  readonly text: string
}

/** Older drafts than these many of one session go to the trash. */
export const MAX_DRAFTS = 50

const draftSchema = z.object({ text: z.string(), at: z.number() })
const sentSchema = z.object({ entryId: entryIdSchema, parentId: entryIdSchema.nullable(), text: z.string() })

interface DraftStoreOptions {
  readonly storage: DraftStorage
  readonly session: SessionId
  readonly trash: DraftTrash
  /** Unix ms. */
  readonly now: () => number
}

export class DraftStore {
  readonly trash: DraftTrash
  readonly #storage: DraftStorage
  readonly #prefix: string
  readonly #sentPrefix: string
  readonly #now: () => number
  /** What this page knows to be kept, by key: anything else was written by another tab. */
  readonly #known = new Map<string, string>()

  constructor({ storage, session, trash, now }: DraftStoreOptions) {
    this.trash = trash
    this.#storage = storage
    this.#prefix = `coppice.draft.${session}.`
    this.#sentPrefix = `coppice.sent.${session}.`
    this.#now = now
  }

  /** '' when there is none. */
  load(place: DraftPlace): string {
    const key = this.#keyOf(place)
    const text = this.#read(key, draftSchema)?.text ?? ''
    this.#known.set(key, text)
    return text
  }

  /** Keeps the text; an empty one is forgotten. What another tab wrote there meanwhile goes to the trash. */
  save(place: DraftPlace, text: string): void {
    const key = this.#keyOf(place)
    const kept = this.#read(key, draftSchema)?.text
    if (kept !== undefined && kept !== this.#known.get(key) && !text.includes(kept))
      this.trash.add({ text: kept, why: 'other_tab', place })
    this.#known.set(key, text)
    if (text === '') return this.#write(key, undefined)
    this.#write(key, { text, at: this.#now() } satisfies z.infer<typeof draftSchema>)
    if (kept === undefined) this.#prune()
  }

  /** Whether the draft of a place is lost with the page: the browser did not take it. */
  isUnkept(place: DraftPlace): boolean {
    return this.#storage.isUnkept?.(this.#keyOf(place)) ?? false
  }

  /** Forgets the draft of a place, but for the trash. */
  throwAway(place: DraftPlace, text: string, why: TrashedDraft['why']): void {
    this.trash.add({ text, why, place })
    this.save(place, '')
  }

  /** Keeps a prompt that was sent until `release`. */
  hold(prompt: SentPrompt): void {
    this.#write(this.#sentPrefix + prompt.entryId, prompt)
  }

  /** The server has the prompt. */
  release(id: EntryId): void {
    this.#write(this.#sentPrefix + id, undefined)
  }

  /** Prompts that were sent and never released, also by a page that was closed meanwhile. */
  held(): readonly SentPrompt[] {
    return this.#keys(this.#sentPrefix).flatMap((key) => this.#read(key, sentSchema) ?? [])
  }

  #keyOf(place: DraftPlace): string {
    return this.#prefix + (place.kind === 'leaf' ? `leaf.${place.leafId ?? ''}` : `fork.${place.fromId}`)
  }

  #keys(prefix: string): string[] {
    const keys: string[] = []
    for (let i = 0; i < this.#storage.length; i++) {
      const key = this.#storage.key(i)
      if (key?.startsWith(prefix) === true) keys.push(key)
    }
    return keys
  }

  #read<S extends z.ZodType>(key: string, schema: S): z.infer<S> | undefined {
    try {
      const raw = this.#storage.getItem(key)
      return raw === null ? undefined : schema.parse(JSON.parse(raw))
    } catch (error) {
      console.warn('A draft on this device cannot be read.', error)
      return undefined
    }
  }

  #write(key: string, value: object | undefined): void {
    try {
      if (value === undefined) this.#storage.removeItem(key)
      else this.#storage.setItem(key, JSON.stringify(value))
    } catch (error) {
      console.warn('A draft could not be kept on this device.', error)
    }
  }

  #prune(): void {
    const drafts = this.#keys(this.#prefix).map((key) => ({ key, draft: this.#read(key, draftSchema) }))
    drafts.sort((a, b) => (b.draft?.at ?? 0) - (a.draft?.at ?? 0))
    for (const { key, draft } of drafts.slice(MAX_DRAFTS)) {
      if (draft !== undefined) this.trash.add({ text: draft.text, why: 'pruned', place: this.#placeOf(key) })
      this.#write(key, undefined)
    }
  }

  #placeOf(key: string): DraftPlace | null {
    const place = key.slice(this.#prefix.length)
    const id = entryIdSchema.safeParse(place.slice(5)).data
    if (place.startsWith('leaf.')) return { kind: 'leaf', leafId: id ?? null }
    return id === undefined ? null : { kind: 'fork', fromId: id }
  }
}
