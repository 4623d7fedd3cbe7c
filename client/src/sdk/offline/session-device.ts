// All that one session keeps on the device: its seat and card, what the server refused, prompts that want an answer,
// texts that came too late. When the device keeps nothing (any more), it all goes on in memory, and says why.
import { entryIdSchema, type Hello, type ParticipantId } from '@coppice/shared'
import { z } from 'zod'
import type { Environment } from '../environment.ts'
import { quarantinedSchema, type QuarantineItem } from '../recovery/quarantine.ts'
import { wishSchema, type Wish } from '../run-wishes.ts'
import { createStore } from '../store.ts'
import type { Keeping, LateText } from '../types.ts'
import { StoreError, type DeviceStore } from './device-store.ts'
import { FactList } from './fact-list.ts'
import { findSeat, Seat, type SeatPlace, type SessionCard } from './seat.ts'

/** Small changes (where I stand, what is saved) are written at most this often, in ms. */
const SAVE_MS = 300

const lateSchema = z.object({
  promptId: entryIdSchema,
  parentId: entryIdSchema.nullable(),
  text: z.string(),
  reason: z.string().optional(),
})
const savedSchema = z.array(z.tuple([z.number(), z.number()]))

/** What a card says beside what the seat itself knows. */
export type CardFacts = Pick<SessionCard, 'leafId' | 'clockOffsetMs' | 'unsaved' | 'title'>

export interface SessionDeviceOptions {
  readonly store: DeviceStore
  /** Whether the store outlives the page. */
  readonly isKept: boolean
  readonly place: SeatPlace
  readonly environment: Pick<Environment, 'now' | 'setTimer'>
  /** What the card says now, asked when it is written; undefined: nothing to write. */
  readonly facts: () => (CardFacts & CopyFacts) | undefined
}

/** Of the copy in use. */
export interface CopyFacts {
  /** Whose it is. */
  readonly participant: ParticipantId | undefined
  /** The name under which the device keeps it; undefined where it does not. */
  readonly docName: string | undefined
  readonly saved: SavedClocks
}

export type SavedClocks = readonly (readonly [clientId: number, clock: number])[]

export class SessionDevice {
  readonly keeping = createStore<Keeping>({ kind: 'memory' })
  readonly quarantine: FactList<QuarantineItem>
  readonly wishes: FactList<Wish>
  readonly late: FactList<LateText>
  readonly #options: SessionDeviceOptions
  #seat: Seat | undefined
  /** Ends the time in which changes are gathered. */
  #endPause: (() => void) | undefined
  #hasChanged = false
  #isClosed = false

  constructor(options: SessionDeviceOptions) {
    this.#options = options
    if (options.isKept) this.keeping.set({ kind: 'opening' })
    const { store } = options
    const onTrouble = (error: unknown): void => this.troubled(error)
    this.quarantine = new FactList({
      store,
      kind: 'quarantine',
      schema: quarantinedSchema,
      idOf: (item) => item.id,
      compare: (a, b) => a.order - b.order,
      onTrouble,
    })
    this.wishes = new FactList({
      store,
      kind: 'wish',
      schema: wishSchema,
      idOf: (wish) => wish.promptId,
      compare: (a, b) => a.at - b.at,
      onTrouble,
      again: (wish) => ({ ...wish, asks: true }),
    })
    this.late = new FactList({
      store,
      kind: 'late',
      schema: lateSchema,
      idOf: (late) => late.promptId,
      compare: (a, b) => (a.promptId < b.promptId ? -1 : 1),
      onTrouble,
    })
  }

  get #lists(): readonly Pick<FactList<unknown>, 'goAlone' | 'comeBack' | 'close' | 'isWritten'>[] {
    return [this.quarantine, this.wishes, this.late]
  }

  /** Whether the device knows all of the lists. */
  get isAllWritten(): boolean {
    return this.#lists.every((list) => list.isWritten)
  }

  get seat(): Seat | undefined {
    return this.#seat
  }

  /** Nothing is kept from here on, and the people should know why. */
  troubled(error: unknown): void {
    const isKnown = error instanceof StoreError
    for (const list of this.#lists) list.goAlone()
    this.keeping.set({
      kind: 'memory',
      trouble: isKnown ? error.trouble : 'lost',
      message: error instanceof Error ? error.message : 'This device does not keep what you write.',
    })
  }

  /** The copy in use is kept. What the device missed while it was in trouble, it is told first. Never rejects. */
  async kept(): Promise<void> {
    const isKept = await Promise.all(this.#lists.map((list) => list.comeBack()))
    if (isKept.every(Boolean)) this.keeping.set({ kind: 'kept' })
  }

  /** The seat that was used last, with its card. Never rejects. */
  async find(participant: ParticipantId | undefined): Promise<SessionCard | undefined> {
    try {
      const found = await findSeat(this.#options.store, this.#options.place, participant)
      if (found === undefined) return undefined
      await this.#sitDown(found.seat)
      return found.card
    } catch (error) {
      this.troubled(error)
      return undefined
    }
  }

  /**
   * Takes the seat of whom the server greets. Resolves with the card it has now: a new one where there was none, or
   * where the history was rewritten. Never rejects; undefined when the device keeps nothing.
   */
  async take(hello: Hello): Promise<SessionCard | undefined> {
    const seat = new Seat(this.#options.store, this.#options.place, hello.participant.id)
    const usedAt = this.#options.environment.now()
    let taken: SessionCard | undefined
    try {
      await this.#sitDown(seat)
      await seat.changeCard((before) => {
        taken = {
          session: hello.session,
          participant: hello.participant.id,
          generation: 0,
          stale: [],
          clockOffsetMs: 0,
          unsaved: 0,
          ...before,
          hello,
          usedAt,
        }
        if (before !== undefined && before.hello.incarnation !== hello.incarnation)
          taken = { ...taken, generation: 0, stale: [...before.stale, staleOf(before)] }
        return taken
      })
    } catch (error) {
      this.troubled(error)
    }
    return taken
  }

  /** From here on the card names this generation; the one before may still hold work. */
  async moveOn(generation: number): Promise<void> {
    await this.#changeCard((before) =>
      before.generation >= generation
        ? undefined
        : { ...before, generation, stale: [...before.stale, staleOf(before)] },
    )
  }

  /** A stale copy is gone from the device. */
  async forgetStale({ incarnation, generation }: SessionCard['stale'][number]): Promise<void> {
    await this.#changeCard((before) => ({
      ...before,
      stale: before.stale.filter((copy) => copy.incarnation !== incarnation || copy.generation !== generation),
    }))
  }

  /** The saved clocks of a copy, as far as the device remembers: they never run ahead of the truth. */
  async savedClocks(docName: string): Promise<SavedClocks> {
    try {
      const parsed = savedSchema.safeParse(await this.#options.store.facts.get(savedKey(docName)))
      return parsed.success ? parsed.data : []
    } catch (error) {
      this.troubled(error)
      return []
    }
  }

  async forgetSavedClocks(docName: string): Promise<void> {
    await this.#attempt(() => this.#options.store.facts.set(savedKey(docName), undefined))
  }

  /** Something the card says changed: it is written now, and what follows within a moment at its end. */
  changed(): void {
    if (!this.#options.isKept || this.#seat === undefined || this.#isClosed) return
    if (this.#endPause !== undefined) {
      this.#hasChanged = true
      return
    }
    this.#endPause = this.#options.environment.setTimer(() => {
      this.#endPause = undefined
      if (this.#hasChanged) this.changed()
    }, SAVE_MS)
    void this.save()
  }

  /** Writes the card and the saved clocks now. Never rejects. */
  async save(): Promise<void> {
    this.#hasChanged = false
    const now = this.#options.facts()
    // While another person sits down, the copy in use is still that of the one before.
    if (now === undefined || this.#seat?.participant !== now.participant) return
    const { saved, docName, participant: _, ...facts } = now
    // Both are asked for at once: the page may be gone before the first is through.
    await Promise.all([
      docName === undefined ? undefined : this.#attempt(() => this.#options.store.facts.set(savedKey(docName), saved)),
      this.#changeCard((before) => ({ ...before, ...facts })),
    ])
  }

  /** What one tab does at a time. */
  exclusively<T>(what: string, task: () => Promise<T>): Promise<T> {
    const { store, place } = this.#options
    return store.exclusively(this.#seat?.key(what) ?? `${what}|${place.url}|${place.session}`, task)
  }

  /** Ends the lists. What waits to be written is written first. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#endPause?.()
    await this.save()
    for (const list of this.#lists) list.close()
  }

  async #sitDown(seat: Seat): Promise<void> {
    if (this.#seat?.participant === seat.participant) return
    this.#seat = seat
    await Promise.all([this.quarantine.sitDown(seat), this.wishes.sitDown(seat), this.late.sitDown(seat)])
  }

  async #changeCard(change: (before: SessionCard) => SessionCard | undefined): Promise<void> {
    await this.#attempt(async () =>
      this.#seat?.changeCard((before) => (before === undefined ? undefined : change(before))),
    )
  }

  async #attempt(task: () => Promise<unknown>): Promise<void> {
    try {
      await task()
    } catch (error) {
      this.troubled(error)
    }
  }
}

function staleOf({ hello, generation }: SessionCard): SessionCard['stale'][number] {
  return { incarnation: hello.incarnation, generation }
}

function savedKey(docName: string): string {
  return `saved|${docName}`
}
