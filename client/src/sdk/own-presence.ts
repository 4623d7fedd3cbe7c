// What I tell the others about myself: where I stand, what I look at and read, whether I write, where my caret is.
// Moves are told at once; what changes with each scroll and each key is gathered.
import { caretSchema, SessionError, type Caret, type EntryId, type PresenceInput } from '@coppice/shared'
import type { Awareness } from 'y-protocols/awareness'
import type { Environment } from './environment.ts'
import type { PromptCaret } from './types.ts'

/** Carets and reading are told at most once in this time: twenty times a second. */
const GATHER_MS = 50

interface Said {
  readonly leafId: EntryId | null
  readonly viewId: EntryId | null
  readonly readingId: EntryId | null
  readonly writing: boolean
  readonly away: boolean
  readonly caret: Caret | null
  /** Only where I stand is told. */
  readonly hidden: boolean
}

const NOTHING: Said = {
  leafId: null,
  viewId: null,
  readingId: null,
  writing: false,
  away: false,
  caret: null,
  hidden: false,
}

export class OwnPresence {
  readonly #awareness: Awareness
  readonly #setTimer: Environment['setTimer']
  #isOpen = false
  #said = NOTHING
  /** Ends the time in which nothing is told but moves. */
  #cancelGathering: (() => void) | undefined
  #hasGathered = false
  /** What was told last, as JSON. */
  #told: string | undefined

  /** Silent until `open`: a state without a place would make the server forget the one it remembers. */
  constructor(awareness: Awareness, setTimer: Environment['setTimer'] = setPlatformTimer) {
    this.#awareness = awareness
    this.#setTimer = setTimer
    awareness.setLocalState(null)
  }

  /** From here on the others hear it. */
  open(): void {
    if (this.#isOpen) return
    this.#isOpen = true
    this.#say()
  }

  close(): void {
    this.#isOpen = false
    this.#cancelGathering?.()
  }

  /** The same person in another copy of the session: tells what was told there, but for the place and the caret. */
  goOnFrom(before: OwnPresence): void {
    const { viewId, readingId, writing, away, hidden } = before.#said
    this.#move({ viewId, readingId, writing, away, hidden })
  }

  stand(leafId: EntryId | null): void {
    this.#move({ leafId })
  }

  lookAt(viewId: EntryId | null): void {
    this.#move({ viewId })
  }

  write(writing: boolean): void {
    this.#move({ writing })
  }

  setHidden(hidden: boolean): void {
    this.#move({ hidden })
  }

  /** Nobody is at this page just now. */
  setAway(away: boolean): void {
    this.#move({ away })
  }

  /** The entry at the top of what I read; null at the end. */
  readAt(readingId: EntryId | null): void {
    this.#drift({ readingId })
  }

  /** Throws SessionError `bad_request` for what is no caret. */
  setCaret(caret: PromptCaret | null): void {
    const parsed = caretSchema.nullable().safeParse(caret)
    if (!parsed.success)
      throw new SessionError('bad_request', 'That is no caret. Give two Yjs relative positions as JSON.')
    this.#drift({ caret: parsed.data })
  }

  #move(part: Partial<Said>): void {
    this.#said = { ...this.#said, ...part }
    this.#say()
  }

  #drift(part: Partial<Said>): void {
    this.#said = { ...this.#said, ...part }
    if (this.#cancelGathering === undefined) this.#sayAndGather()
    else this.#hasGathered = true
  }

  #sayAndGather(): void {
    if (!this.#say()) return
    this.#cancelGathering = this.#setTimer(() => {
      this.#cancelGathering = undefined
      if (this.#hasGathered) this.#sayAndGather()
    }, GATHER_MS)
  }

  /** False when there is nothing new to tell. */
  #say(): boolean {
    this.#hasGathered = false
    if (!this.#isOpen) return false
    const state = stateOf(this.#said)
    const json = JSON.stringify(state)
    if (json === this.#told) return false
    this.#told = json
    this.#awareness.setLocalState(state)
    return true
  }
}

function stateOf({ leafId, viewId, readingId, writing, away, caret, hidden }: Said): PresenceInput {
  if (hidden) return { leafId, viewId: null, writing: false }
  return {
    leafId,
    viewId: viewId === leafId ? null : viewId,
    writing,
    ...(readingId === null ? {} : { readingId }),
    ...(away ? { away } : {}),
    ...(caret === null ? {} : { caret }),
  }
}

function setPlatformTimer(callback: () => void, ms: number): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}
