// Which shared prompts I take part in on this page, and what became of them: sent, thrown away, or gone while a word of
// mine was on its way. Texts that come back are private drafts again.
import type { EntryId, ParticipantId } from '@coppice/shared'
import { createStore } from '../../../sdk/store.ts'
import type { LateText, PromptDraft, Session, Store } from '../../../sdk/types.ts'
import type { DraftStore } from './draft-store.ts'
import { draftsIn } from './session-drafts.ts'

/** After a reconnect the desk comes a moment after the record: only what is not there after this, in ms, is gone. */
const GONE_MS = 1_000

export type SharedNews =
  | { readonly kind: 'sent'; readonly promptId: EntryId; readonly by: ParticipantId }
  /** Somebody threw it away; its text is in my trash. */
  | { readonly kind: 'discarded' }
  /** Words of mine came too late. `sent`: because it was sent. */
  | { readonly kind: 'late'; readonly sent: boolean }

export interface SharedState {
  /** As they were seen last: without a connection there are none on the desk. */
  readonly mine: ReadonlyMap<EntryId, PromptDraft>
  readonly news: SharedNews | undefined
  /** Rises when a private draft was changed by what came back. */
  readonly returned: number
}

type SharedSession = Pick<Session, 'prompts' | 'lateTexts' | 'tree' | 'status' | 'hello' | 'takeLateText'>

export class SharedPrompts {
  readonly #session: SharedSession
  readonly #drafts: DraftStore
  readonly #state = createStore<SharedState>({ mine: new Map(), news: undefined, returned: 0 })
  readonly #gone = new Map<EntryId, ReturnType<typeof setTimeout>>()

  constructor(session: SharedSession, drafts: DraftStore) {
    this.#session = session
    this.#drafts = drafts
  }

  get state(): Store<SharedState> {
    return this.#state
  }

  /** Watches the session until the function it returns is called. */
  attach(): () => void {
    const { prompts, tree, status, lateTexts } = this.#session
    const look = (): void => this.#look()
    const ends = [prompts, tree, status].map((store) => store.subscribe(look))
    ends.push(lateTexts.subscribe(() => this.#takeLate()))
    this.#look()
    this.#takeLate()
    return () => {
      for (const end of ends) end()
      for (const id of this.#gone.keys()) this.#stay(id)
    }
  }

  join(prompt: PromptDraft): void {
    this.#set({ mine: new Map(this.#state.get().mine).set(prompt.id, prompt), news: undefined })
  }

  /** I take no part in it any more; for the others it stays. */
  leave(id: EntryId): void {
    const mine = new Map(this.#state.get().mine)
    if (mine.delete(id)) this.#set({ mine })
    this.#stay(id)
  }

  /** The server says that it is sent already. */
  wasSent(id: EntryId, by: ParticipantId): void {
    this.leave(id)
    this.#set({ news: { kind: 'sent', promptId: id, by } })
  }

  dismissNews(): void {
    this.#set({ news: undefined })
  }

  #look(): void {
    const { mine } = this.#state.get()
    const { prompts, tree, status, hello } = this.#session
    let changed: Map<EntryId, PromptDraft> | undefined
    for (const [id, before] of mine) {
      const now = prompts.get().find((prompt) => prompt.id === id)
      const entry = tree.get().index.get(id)
      if (entry !== undefined) {
        this.leave(id)
        if (entry.author !== hello.get()?.participant.id)
          this.#set({ news: { kind: 'sent', promptId: id, by: entry.author } })
      } else if (now !== undefined) {
        this.#stay(id)
        if (now !== before) (changed ??= new Map(mine)).set(id, now)
      } else if (status.get().state === 'live') this.#waitFor(id)
      else this.#stay(id)
    }
    if (changed !== undefined) this.#set({ mine: changed })
  }

  #waitFor(id: EntryId): void {
    if (this.#gone.has(id)) return
    const timer = setTimeout(() => {
      const before = this.#state.get().mine.get(id)
      this.leave(id)
      if (before === undefined) return
      this.#drafts.trash.add({ text: before.text, why: 'shared', place: { kind: 'leaf', leafId: before.parentId } })
      this.#set({ news: { kind: 'discarded' } })
    }, GONE_MS)
    this.#gone.set(id, timer)
  }

  #stay(id: EntryId): void {
    clearTimeout(this.#gone.get(id))
    this.#gone.delete(id)
  }

  #takeLate(): void {
    for (const late of this.#session.lateTexts.get()) {
      this.#giveBack(late)
      // reason: it is a draft on this device now; if it is told of again, it is only there twice
      this.#session.takeLateText(late.promptId).catch((error: unknown) => console.warn('A late text stays.', error))
    }
  }

  #giveBack({ promptId, parentId, text }: LateText): void {
    const { returned } = this.#state.get()
    addToDraft(this.#drafts, parentId, text)
    this.leave(promptId)
    this.#set({
      news: { kind: 'late', sent: this.#session.tree.get().index.has(promptId) },
      returned: returned + 1,
    })
  }

  #set(part: Partial<SharedState>): void {
    this.#state.set({ ...this.#state.get(), ...part })
  }
}

/** Below what is there already, unless that ends with it. */
export function addToDraft(drafts: DraftStore, leafId: EntryId | null, text: string): void {
  const place = { kind: 'leaf', leafId } as const
  const before = drafts.load(place).trimEnd()
  if (before.endsWith(text.trimEnd())) return
  drafts.save(place, before === '' ? text : `${before}\n\n${text}`)
}

const known = new WeakMap<Session, SharedPrompts>()

/** The one of this page for a session. */
export function sharedIn(session: Session): SharedPrompts {
  const shared = known.get(session) ?? new SharedPrompts(session, draftsIn(session))
  known.set(session, shared)
  return shared
}
