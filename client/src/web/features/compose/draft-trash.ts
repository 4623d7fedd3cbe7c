// The last drafts that were thrown away in a session, kept on this device so that they can be had back.
import { entryIdSchema, type SessionId } from '@coppice/shared'
import { z } from 'zod'
import { createStore } from '../../../sdk/store.ts'
import type { Store } from '../../../sdk/types.ts'
import type { DraftStorage } from './draft-storage.ts'

/** Older ones are forgotten. */
export const MAX_TRASHED = 20

/** `fork`: a branch was given up. `cleared`: by hand. `pruned`: too many drafts. `refused`, `late`: it could not be sent. */
const trashedSchema = z.object({
  id: z.string(),
  text: z.string(),
  why: z.enum(['fork', 'cleared', 'pruned', 'refused', 'late', 'shared', 'other_tab']),
  /** Where it would have gone; null: not known. */
  place: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('leaf'), leafId: entryIdSchema.nullable() }),
      z.object({ kind: z.literal('fork'), fromId: entryIdSchema }),
    ])
    .nullable(),
  /** Unix ms. */
  at: z.number(),
})
export type TrashedDraft = Readonly<z.infer<typeof trashedSchema>>

const keptSchema = z.array(trashedSchema)
const NONE: readonly TrashedDraft[] = []

interface DraftTrashOptions {
  readonly storage: DraftStorage
  readonly session: SessionId
  /** Unix ms. */
  readonly now: () => number
}

export class DraftTrash {
  /** The newest first. */
  readonly drafts: Store<readonly TrashedDraft[]>
  readonly #drafts = createStore<readonly TrashedDraft[]>(NONE)
  readonly #storage: DraftStorage
  readonly #key: string
  readonly #now: () => number
  /** What is in memory is what is kept: it may be read again. */
  #isKept = true

  constructor({ storage, session, now }: DraftTrashOptions) {
    this.drafts = this.#drafts
    this.#storage = storage
    this.#key = `coppice.trash.${session}`
    this.#now = now
    this.reload()
  }

  /** Throws a text away. One without words is not worth keeping; one that is there already moves to the front. */
  add({ text, why, place }: Pick<TrashedDraft, 'text' | 'why' | 'place'>): void {
    if (text.trim() === '') return
    this.reload()
    const others = this.#drafts.get().filter((draft) => draft.text !== text)
    const id = `${this.#now()}-${Math.random().toString(36).slice(2)}`
    this.#keep([{ id, text, why, place, at: this.#now() }, ...others].slice(0, MAX_TRASHED))
  }

  /** Takes one out again, to give it back. Undefined when it is not there any more. */
  take(id: string): TrashedDraft | undefined {
    this.reload()
    const draft = this.#drafts.get().find((each) => each.id === id)
    if (draft !== undefined) this.#keep(this.#drafts.get().filter((each) => each.id !== id))
    return draft
  }

  /** Forgets all of them. */
  empty(): void {
    this.#keep([])
  }

  /** Reads again what is kept: another tab may have changed it. */
  reload(): void {
    if (!this.#isKept) return
    try {
      const raw = this.#storage.getItem(this.#key)
      const kept = raw === null ? NONE : keptSchema.parse(JSON.parse(raw))
      if (JSON.stringify(kept) !== JSON.stringify(this.#drafts.get())) this.#drafts.set(kept)
    } catch (error) {
      console.warn('The drafts that were thrown away on this device cannot be read.', error)
    }
  }

  #keep(drafts: readonly TrashedDraft[]): void {
    this.#drafts.set(drafts)
    try {
      if (drafts.length === 0) this.#storage.removeItem(this.#key)
      else this.#storage.setItem(this.#key, JSON.stringify(drafts))
      this.#isKept = true
    } catch (error) {
      this.#isKept = false
      console.warn('Drafts that were thrown away are remembered by this page only.', error)
    }
  }
}
