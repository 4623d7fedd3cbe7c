// One participant's place in one session, as this device remembers it: which copy of the session is theirs, who they
// were to the server, where they stood. All that is kept on the device for it has a key below the seat's.
import { entryIdSchema, helloSchema, participantIdSchema, type ParticipantId, type SessionId } from '@coppice/shared'
import { z } from 'zod'
import type { DeviceStore } from './device-store.ts'

const cardSchema = z.object({
  session: z.string(),
  participant: participantIdSchema,
  /** Rises when the copy had to be given up; see `Session.generation`. */
  generation: z.number().int().nonnegative(),
  /** Generations that may still lie on the device, with work of mine in them. */
  stale: z.array(z.object({ incarnation: z.string(), generation: z.number() })),
  /** What the server said last: who I am, what I may do, its limits. */
  hello: helloSchema,
  leafId: entryIdSchema.nullable().optional(),
  /** How far this device's clock was behind the server's, in ms. */
  clockOffsetMs: z.number(),
  /** Entries that the server has not acknowledged. */
  unsaved: z.number(),
  title: z.string().optional(),
  /** Unix ms. */
  usedAt: z.number(),
})
export type SessionCard = z.infer<typeof cardSchema>

/** Of something in quarantine: see there. */
const refusedSchema = z.object({ state: z.literal('refused') })

export interface SeatPlace {
  readonly url: string
  readonly session: SessionId
}

const CARD = 'card'

/** Parts of a key are encoded, so that no id can reach into another's keys. */
function keyOf(...parts: readonly (string | number)[]): string {
  return parts.map((part) => encodeURIComponent(String(part))).join('|')
}

export class Seat {
  readonly participant: ParticipantId
  readonly #store: DeviceStore
  readonly #place: SeatPlace

  constructor(store: DeviceStore, place: SeatPlace, participant: ParticipantId) {
    this.#store = store
    this.#place = place
    this.participant = participant
  }

  /** A key of this seat's for one kind of fact; with no `rest`, the prefix of all of them. */
  key(kind: string, rest?: string): string {
    const prefix = keyOf(kind, this.#place.url, this.#place.session, this.participant)
    return `${prefix}|${rest === undefined ? '' : keyOf(rest)}`
  }

  /** The name under which a copy of the record is kept. */
  docName({ incarnation }: { readonly incarnation: string }, generation: number): string {
    return keyOf(this.#place.url, this.participant, this.#place.session, incarnation, generation)
  }

  async card(): Promise<SessionCard | undefined> {
    return parseCard(await this.#store.facts.get(this.key(CARD)))
  }

  /** Writes what `change` makes of the card; undefined leaves it as it is. Other tabs change it too. */
  async changeCard(change: (before: SessionCard | undefined) => SessionCard | undefined): Promise<void> {
    await this.#store.facts.update(this.key(CARD), (before) => change(parseCard(before)) ?? before)
  }
}

/** The seat of a session that was used last on this device: the participant's, when one is named. */
export async function findSeat(
  store: DeviceStore,
  place: SeatPlace,
  participant: ParticipantId | undefined,
): Promise<{ readonly seat: Seat; readonly card: SessionCard } | undefined> {
  const cards = (await readCards(store, keyOf(CARD, place.url, place.session)))
    .filter((card) => participant === undefined || card.participant === participant)
    .sort((a, b) => b.usedAt - a.usedAt)
  const card = cards[0]
  return card === undefined ? undefined : { seat: new Seat(store, place, card.participant), card }
}

/** Every session of a server that this device keeps for a participant. */
export async function sessionsOnDevice(
  store: DeviceStore,
  url: string,
  participant: ParticipantId,
): Promise<readonly SessionCard[]> {
  const cards = await readCards(store, keyOf(CARD, url))
  return cards.filter((card) => card.participant === participant)
}

/** How much of mine in a session was refused, and lies on this device. */
export async function refusedOnDevice(
  store: DeviceStore,
  place: SeatPlace,
  participant: ParticipantId,
): Promise<number> {
  const facts = await store.facts.list(new Seat(store, place, participant).key('quarantine'))
  return facts.filter(([, item]) => refusedSchema.safeParse(item).success).length
}

async function readCards(store: DeviceStore, prefix: string): Promise<SessionCard[]> {
  const facts = await store.facts.list(`${prefix}|`)
  return facts.flatMap(([, value]) => parseCard(value) ?? [])
}

/** A card of another version of this program is none. */
function parseCard(value: unknown): SessionCard | undefined {
  const parsed = cardSchema.safeParse(value)
  return parsed.success ? parsed.data : undefined
}
