// Unsent text, kept on this device per session and place, so that nothing typed is lost to a reload or a switch;
// and what was sent, until the server has it.
import { entryIdSchema, type EntryId, type SessionId } from '@coppice/shared'
import { z } from 'zod'
import type { DraftStorage } from './draft-storage.ts'

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

/** Older drafts than these many of one session are forgotten. */
export const MAX_DRAFTS = 50

const draftSchema = z.object({ text: z.string(), at: z.number() })
const sentSchema = z.object({ entryId: entryIdSchema, parentId: entryIdSchema.nullable(), text: z.string() })

interface DraftStoreOptions {
  readonly storage: DraftStorage
  readonly session: SessionId
  /** Unix ms. */
  readonly now: () => number
}

export class DraftStore {
  readonly #storage: DraftStorage
  readonly #prefix: string
  readonly #sentPrefix: string
  readonly #now: () => number

  constructor({ storage, session, now }: DraftStoreOptions) {
    this.#storage = storage
    this.#prefix = `coppice.draft.${session}.`
    this.#sentPrefix = `coppice.sent.${session}.`
    this.#now = now
  }

  /** '' when there is none. */
  load(place: DraftPlace): string {
    return this.#read(this.#keyOf(place), draftSchema)?.text ?? ''
  }

  /** Keeps the text; an empty one is forgotten. */
  save(place: DraftPlace, text: string): void {
    const key = this.#keyOf(place)
    if (text === '') return this.#write(key, undefined)
    const isNew = this.#read(key, draftSchema) === undefined
    this.#write(key, { text, at: this.#now() } satisfies z.infer<typeof draftSchema>)
    if (isNew) this.#prune()
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
    const drafts = this.#keys(this.#prefix).map((key) => ({ key, at: this.#read(key, draftSchema)?.at ?? 0 }))
    drafts.sort((a, b) => b.at - a.at)
    for (const { key } of drafts.slice(MAX_DRAFTS)) this.#write(key, undefined)
  }
}
