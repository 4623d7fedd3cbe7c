// Where on the desk typed text stands: in which open prompt, or nowhere it can be placed. What an update has placed so
// far counts as there, so that its later parts may follow its earlier ones.
import * as Y from 'yjs'
import { refuse } from '../admission/outcome.ts'
import type { EntryId } from '../entry/ids.ts'
import type { ClockId, TypedPlace } from './decode-desk.ts'
import { promptOfText } from './prompt-draft.ts'

/** A placed range of an update; those of one clientID follow each other. */
export interface PlacedRange {
  readonly clock: number
  readonly end: number
  readonly prompt: EntryId
}

export class DeskPlaces {
  readonly #desk: Y.Doc
  readonly #placed = new Map<number, PlacedRange[]>()

  constructor(desk: Y.Doc) {
    this.#desk = desk
  }

  add(clientId: number, range: PlacedRange): void {
    const ranges = this.#placed.get(clientId) ?? []
    this.#placed.set(clientId, ranges)
    ranges.push(range)
  }

  placed(clientId: number): readonly PlacedRange[] {
    return this.#placed.get(clientId) ?? []
  }

  /** The open prompt a place lies in; undefined where it cannot be placed. Refuses any other place on the desk. */
  promptAt({ origin, rightOrigin, parent }: TypedPlace): EntryId | undefined {
    const prompts = [origin, rightOrigin].flatMap((id) => (id === undefined ? [] : [this.#promptOf(id)]))
    if (parent !== undefined) prompts.push(this.#promptOfParent(parent))
    const [first, second] = prompts
    if (prompts.includes(undefined)) return undefined
    if (second !== undefined && second !== first)
      refuse('forbidden_content', 'The update types something that stands in two prompts at once.')
    return first
  }

  /** The open prompt in whose text a neighbour stands. */
  #promptOf(id: ClockId): EntryId | undefined {
    if (id.clock >= Y.getState(this.#desk.store, id.client)) return this.#placedAt(id)
    const struct = this.#known(id)
    return struct === undefined ? undefined : this.#openPrompt(struct.parent)
  }

  #promptOfParent(id: ClockId): EntryId | undefined {
    if (id.clock >= Y.getState(this.#desk.store, id.client)) return undefined
    const struct = this.#known(id)
    if (struct === undefined || struct.deleted) return undefined
    return this.#openPrompt(struct.content instanceof Y.ContentType ? struct.content.type : undefined)
  }

  #placedAt({ client, clock }: ClockId): EntryId | undefined {
    const ranges = this.placed(client)
    let [low, high] = [0, ranges.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ranges[middle]?.end ?? 0) <= clock) low = middle + 1
      else high = middle
    }
    const range = ranges[low]
    return range !== undefined && range.clock <= clock ? range.prompt : undefined
  }

  /** Undefined for a range that is gone: it was in a prompt or a reply that is closed. */
  #known({ client, clock }: ClockId): Y.Item | undefined {
    const structs = this.#desk.store.clients.get(client) ?? []
    const struct = structs[Y.findIndexSS(structs, clock)]
    return struct instanceof Y.Item ? struct : undefined
  }

  #openPrompt(type: unknown): EntryId | undefined {
    const prompt = promptOfText(this.#desk, type)
    if (prompt === undefined) {
      const message = 'The update writes on the desk outside of the shared prompts. Only the server does that.'
      return refuse('forbidden_content', message)
    }
    const { id, draft } = prompt
    return draft.has('sentBy') || draft._item?.deleted === true ? undefined : id
  }
}
