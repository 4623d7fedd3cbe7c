// The check of every incoming update to the desk. A client types into the texts of open prompts and deletes there, and
// does nothing else. What is forbidden is refused; what merely cannot be placed is dead: accepted, and left out.
// Pure: it reads the desk and changes nothing.
import * as Y from 'yjs'
import { mayDo } from '../access/roles.ts'
import { orRefusal, refuse, type Refusal, type Who } from '../admission/outcome.ts'
import type { DeleteRange } from '../admission/struct.ts'
import type { EntryId, ParticipantId } from '../entry/ids.ts'
import type { ErrorCode } from '../errors.ts'
import { decodeDeskUpdate, type DeskClient, type DeskStruct, type TypedStruct } from './decode-desk.ts'
import { MAX_DESK_CLIENTS, MAX_DESK_STRUCTS, MAX_PROMPT_LENGTH } from './desk-limits.ts'
import type { PlacedTyping } from './in-place.ts'
import { DeskPlaces } from './desk-places.ts'
import { encodeTyping, type PlacedClient } from './placed-typing.ts'
import { findPromptText, promptOfText } from './prompt-draft.ts'

export interface DeskContext {
  readonly who: Who
  /** Whose each clientID is that has typed on this desk. The doc's own clientID is the server's. */
  readonly owners: ReadonlyMap<number, ParticipantId>
  /** Defaults to `MAX_PROMPT_LENGTH` and `MAX_DESK_STRUCTS`; tests pass smaller ones. */
  readonly limits?: { readonly promptLength?: number; readonly structs?: number }
}

export interface DeskPlaced {
  /** What to apply, in the room's own encoding; undefined when nothing is new. Nothing pends after it. */
  readonly update: Uint8Array | undefined
  /** ClientIDs that from now on belong to the sender, as long as the desk lives. */
  readonly claims: readonly number[]
  /** Prompts the update types into. */
  readonly typedIn: readonly EntryId[]
  /** What `update` types, for `isInPlace` once it is applied. */
  readonly typing: readonly PlacedTyping[]
}

export interface DeskAdmitted extends DeskPlaced {
  readonly outcome: 'admitted'
}

/** Something could not be placed: what came before it is, and the sender's copy has to start over. */
export interface DeskDead extends DeskPlaced {
  readonly outcome: 'dead'
  /** Where there is more to say than that it came too late. */
  readonly reason?: { readonly code: ErrorCode; readonly message: string }
}

/** Decides about a participant's update to the desk. Never throws, whatever the bytes are. */
export function admitDesk(desk: Y.Doc, update: Uint8Array, context: DeskContext): DeskAdmitted | DeskDead | Refusal {
  return orRefusal(() => {
    const { clients, deletes } = decodeDeskUpdate(update)
    const typing = new Typing(desk, context)
    typing.countDeletes(deletes)
    for (const client of clients) typing.place(client)
    return typing.result(deletes)
  })
}

/**
 * What of a struct is new from a clock on: its rest follows what the desk has of it. Undefined for a gap, and for a
 * range the sender's copy has given up since its prompt is closed.
 */
function freshPart(struct: DeskStruct, client: number, next: number): TypedStruct | undefined {
  if (struct.kind !== 'typed' || struct.clock > next) return undefined
  const known = next - struct.clock
  if (known === 0) return struct
  const { rightOrigin } = struct.place
  return {
    kind: 'typed',
    clock: next,
    length: struct.length - known,
    place: { origin: { client, clock: next - 1 }, ...(rightOrigin === undefined ? {} : { rightOrigin }) },
    text: struct.text?.slice(known),
  }
}

class Typing {
  readonly #desk: Y.Doc
  readonly #context: DeskContext
  readonly #placed: PlacedClient[] = []
  readonly #places: DeskPlaces
  readonly #claims: number[] = []
  readonly #typedIn = new Set<EntryId>()
  /** Length of the text of each prompt as this update leaves it. */
  readonly #lengths = new Map<EntryId, number>()
  readonly #allowed: DeleteRange[] = []
  #structs: number
  #dead = false
  #reason: DeskDead['reason']

  constructor(desk: Y.Doc, context: DeskContext) {
    this.#desk = desk
    this.#context = context
    this.#places = new DeskPlaces(desk)
    this.#structs = 0
    for (const structs of desk.store.clients.values()) this.#structs += structs.length
  }

  /** Deletions of what the desk has: those in open prompts are allowed, those of what is gone already mean nothing. */
  countDeletes(deletes: readonly DeleteRange[]): void {
    for (const range of deletes) {
      const { clientId, clock, length } = range
      const structs = this.#desk.store.clients.get(clientId) ?? []
      const end = Math.min(clock + length, Y.getState(this.#desk.store, clientId))
      for (let at = clock; at < end;) {
        const struct = structs[Y.findIndexSS(structs, at)]
        if (struct === undefined) break
        const next = Math.min(struct.id.clock + struct.length, end)
        if (struct instanceof Y.Item && !struct.deleted)
          this.#countDelete(struct, { clientId, clock: at, length: next - at })
        at = next
      }
    }
  }

  /** Places one clientID's new structs, up to the first that cannot be. */
  place({ clientId, structs }: DeskClient): void {
    const state = Y.getState(this.#desk.store, clientId)
    const placed: TypedStruct[] = []
    let next = state
    for (const struct of structs) {
      const end = struct.clock + struct.length
      if (struct.kind === 'skip' || end <= next) continue
      if (placed.length === 0 && !this.#mayWrite(clientId, state)) return this.#isDead()
      const fresh = freshPart(struct, clientId, next)
      const prompt = fresh === undefined ? undefined : this.#places.promptAt(fresh.place)
      if (fresh === undefined || prompt === undefined || !this.#hasRoom(prompt, fresh)) {
        this.#isDead()
        break
      }
      this.#places.add(clientId, { clock: fresh.clock, end, prompt })
      placed.push(fresh)
      if (fresh.text !== undefined) this.#typedIn.add(prompt)
      next = end
    }
    if (placed.length === 0) return
    this.#placed.push({ clientId, structs: placed })
    if (!this.#context.owners.has(clientId)) this.#claims.push(clientId)
  }

  result(deletes: readonly DeleteRange[]): DeskAdmitted | DeskDead {
    for (const { clientId, clock, length } of deletes) {
      for (const range of this.#places.placed(clientId)) {
        const start = Math.max(clock, range.clock)
        const end = Math.min(clock + length, range.end)
        if (end > start) this.#allowed.push({ clientId, clock: start, length: end - start })
      }
    }
    const placed: DeskPlaced = {
      update: encodeTyping(this.#placed, this.#allowed),
      claims: this.#claims,
      typedIn: [...this.#typedIn],
      typing: this.#placed.flatMap(({ clientId, structs }) => structs.map((struct) => ({ clientId, struct }))),
    }
    if (!this.#dead) return { outcome: 'admitted', ...placed }
    return { outcome: 'dead', ...placed, ...(this.#reason === undefined ? {} : { reason: this.#reason }) }
  }

  #isDead(): void {
    this.#dead = true
  }

  #countDelete(item: Y.Item, range: DeleteRange): void {
    const prompt = promptOfText(this.#desk, item.parent)
    if (prompt === undefined) {
      return refuse(
        'forbidden_content',
        'The update deletes something on the desk that is no text of a shared prompt. Only the server does that.',
      )
    }
    this.#mustMayPrompt()
    if (prompt.draft.has('sentBy')) return this.#isDead()
    this.#allowed.push(range)
    this.#grow(prompt.id, -range.length)
  }

  /** False for a clientID of an older load, whose owner nobody knows any more. */
  #mayWrite(clientId: number, state: number): boolean {
    this.#mustMayPrompt()
    const { who, owners } = this.#context
    const owner = owners.get(clientId)
    if (owner === who.participant) return true
    if (owner !== undefined || clientId === this.#desk.clientID) {
      const whose = owner === undefined ? "the server's" : "another participant's"
      refuse('client_taken', `The update types under clientID ${clientId}, which is ${whose}. Reload the session.`)
    }
    if (state > 0) return false
    const mine = [...owners.values()].filter((participant) => participant === who.participant).length
    if (mine + this.#claims.length < MAX_DESK_CLIENTS) return true
    return refuse(
      'too_large',
      `You type from more than ${MAX_DESK_CLIENTS} pages at once. Send or discard the shared prompts.`,
    )
  }

  #mustMayPrompt(): void {
    if (mayDo(this.#context.who.role, 'append')) return
    refuse('forbidden', 'You may read the shared prompts, but not type in them. Ask the owner to let you prompt.')
  }

  #hasRoom(prompt: EntryId, struct: TypedStruct): boolean {
    const { promptLength = MAX_PROMPT_LENGTH, structs = MAX_DESK_STRUCTS } = this.#context.limits ?? {}
    // An insertion may cut what stands there in two.
    this.#structs += 2
    if (this.#structs > structs) {
      this.#reason = {
        code: 'too_large',
        message: 'The shared prompts were edited too often. Send or discard them, and begin anew.',
      }
      return false
    }
    if (struct.text === undefined) return true
    const length = this.#grow(prompt, struct.length)
    if (length <= promptLength) return true
    this.#grow(prompt, -struct.length)
    const message = `A shared prompt holds ${promptLength} characters at most; with this it would have ${length}. What was too much is kept for you as a draft.`
    this.#reason = { code: 'too_large', message }
    return false
  }

  #grow(prompt: EntryId, by: number): number {
    const length = (this.#lengths.get(prompt) ?? findPromptText(this.#desk, prompt)?.length ?? 0) + by
    this.#lengths.set(prompt, length)
    return length
  }
}
