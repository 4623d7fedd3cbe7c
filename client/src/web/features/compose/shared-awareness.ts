// Presence in the shape that the editor's binding expects of a Yjs awareness: carets of the others in one shared prompt
// in, my caret out. It has no states of its own, and says nothing but carets.
import type { EntryId } from '@coppice/shared'
import * as Y from 'yjs'
import type { PeerPresence, PromptCaret, Session } from '../../../sdk/types.ts'
import { shownPerson } from '../people/find-person.ts'

interface Cursor {
  readonly anchor: Y.RelativePosition
  readonly head: Y.RelativePosition
}

interface CursorState {
  readonly cursor: Cursor
  readonly user: { readonly name: string; readonly color: string; readonly colorLight: string }
}

interface Changes {
  readonly added: readonly number[]
  readonly updated: readonly number[]
  readonly removed: readonly number[]
}

type Listener = (changes: Changes) => void

interface SharedAwarenessDeps {
  readonly session: Pick<Session, 'presence' | 'setCaret'>
  readonly promptId: EntryId
  readonly text: Y.Text
}

export class SharedAwareness {
  /** The binding leaves out whoever has this clientID; of myself nothing is in the states anyway. */
  readonly doc: { readonly clientID: number }
  readonly #deps: SharedAwarenessDeps
  readonly #listeners = new Set<Listener>()
  readonly #end: () => void
  #states: ReadonlyMap<number, CursorState>
  #seen = ''
  #cursor: Cursor | null = null

  constructor(deps: SharedAwarenessDeps) {
    this.#deps = deps
    this.doc = { clientID: deps.text.doc?.clientID ?? 0 }
    this.#states = this.#read()
    this.#end = deps.session.presence.subscribe(() => this.#refresh())
  }

  get clientID(): number {
    return this.doc.clientID
  }

  getStates(): ReadonlyMap<number, CursorState> {
    return this.#states
  }

  getLocalState(): { readonly cursor: Cursor | null } {
    return { cursor: this.#cursor }
  }

  setLocalStateField(field: string, value: Cursor | null): void {
    if (field !== 'cursor') return
    this.#cursor = value
    const { session, promptId } = this.#deps
    session.setCaret(value === null ? null : { promptId, anchor: asJson(value.anchor), head: asJson(value.head) })
  }

  on(event: string, listener: Listener): void {
    if (event === 'change') this.#listeners.add(listener)
  }

  off(event: string, listener: Listener): void {
    if (event === 'change') this.#listeners.delete(listener)
  }

  /** My caret is nowhere from here on. */
  destroy(): void {
    this.#end()
    this.#listeners.clear()
    this.setLocalStateField('cursor', null)
  }

  #refresh(): void {
    const before = this.#states
    const seen = JSON.stringify(caretsIn(this.#deps.session.presence.get(), this.#deps.promptId))
    if (seen === this.#seen) return
    this.#seen = seen
    this.#states = this.#read()
    const updated = [...new Set([...before.keys(), ...this.#states.keys()])]
    for (const listener of this.#listeners) listener({ added: [], updated, removed: [] })
  }

  #read(): ReadonlyMap<number, CursorState> {
    const states = new Map<number, CursorState>()
    for (const { clientId, user, caret } of caretsIn(this.#deps.session.presence.get(), this.#deps.promptId)) {
      const anchor = this.#resolve(caret.anchor)
      const head = this.#resolve(caret.head)
      if (anchor === undefined || head === undefined) continue
      const { name, color } = shownPerson(user)
      const hue = `var(--person-${color})`
      states.set(clientId, {
        cursor: { anchor, head },
        user: {
          name,
          // The binding tells carets apart by their colour alone; the comment makes those of two people differ.
          color: `${hue} /* ${clientId} */`,
          colorLight: `color-mix(in oklab, ${hue} 24%, transparent)`,
        },
      })
    }
    return states
  }

  /** Undefined for what is no place in this text: such a caret must not end the binding. */
  #resolve(json: unknown): Y.RelativePosition | undefined {
    const { text } = this.#deps
    try {
      const position = Y.createRelativePositionFromJSON(json)
      // The text has no name of its own, and asking by name makes one.
      if (position.tname !== null || text.doc === null) return undefined
      const place = Y.createAbsolutePositionFromRelativePosition(position, text.doc)
      // A place that is not here yet comes with the typing it follows.
      return place === null || place.type === text ? position : undefined
    } catch (error) {
      console.info('Somebody’s caret is not shown: it is in no place of this text.', error)
      return undefined
    }
  }
}

function caretsIn(peers: readonly PeerPresence[], promptId: EntryId) {
  return peers.flatMap(({ clientId, user, caret }) =>
    caret?.promptId === promptId ? [{ clientId, user, caret: caret satisfies PromptCaret }] : [],
  )
}

function asJson(position: Y.RelativePosition): unknown {
  return JSON.parse(JSON.stringify(position))
}
