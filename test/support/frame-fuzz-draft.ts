// An update to the record that is valid before something is done to it, and where in the record one may strike.
import { entriesOf, SERVER_PARTICIPANT, type Entry } from '@coppice/shared'
import * as Y from 'yjs'
import {
  craftUpdate,
  entryStruct,
  type CraftedClient,
  type CraftedDeletes,
  type CraftedStruct,
} from '../../shared/src/admission/craft.ts'
import { anyOf, type Aim, type Place } from './frame-fuzz-shot.ts'

export type Fields = Record<string, unknown> & { readonly id: string }

/** An update that is valid before something is done to it: new entries of one clientID, each below what is there. */
export interface Draft {
  clientId: number
  clock: number
  entries: Fields[]
  structs: CraftedStruct[]
  others: CraftedClient[]
  deletes: CraftedDeletes[]
}

export const iso = (ms: number): string => new Date(ms).toISOString()

export function last(draft: Draft): Fields {
  const entry = draft.entries.at(-1)
  if (entry === undefined) throw new Error('a draft has entries')
  return entry
}

/** Another last entry, under its own id unless another key is given. */
export function edit(draft: Draft, fields: Readonly<Record<string, unknown>>, key?: string): void {
  const entry: Fields = { ...last(draft), ...fields }
  draft.structs[draft.structs.length - 1] = entryStruct(entry, key ?? entry.id)
}

/** Another struct in place of the last one, at the same place unless it says otherwise. */
export function put(draft: Draft, struct: Readonly<Record<string, unknown>>): void {
  const entry = last(draft)
  const whole = { kind: 'value', root: 'entries', key: entry.id, values: [entry], ...struct }
  draft.structs[draft.structs.length - 1] = whole as CraftedStruct
}

export function entryItems({
  world,
}: Aim): { readonly client: number; readonly clock: number; readonly entry: Entry }[] {
  return [...entriesOf(world.room.doc)._map.values()].flatMap(({ id, content }) => {
    const [entry] = content.getContent() as Entry[]
    return entry === undefined ? [] : [{ client: id.client, clock: id.clock, entry }]
  })
}

/** Somebody else's clientID that the log knows, with its next clock. */
export function foreign({ world, line }: Aim): readonly [clientId: number, clock: number] | undefined {
  const all = [...world.log.owners].filter(
    ([, owner]) => owner !== line.seat.participant.id && owner !== SERVER_PARTICIPANT,
  )
  if (all.length === 0) return undefined
  const [clientId] = anyOf(world.chance, all)
  return [clientId, Y.getState(world.room.doc.store, clientId)]
}

/** What a doc has no longer, as an update says it. */
export function deletedIn(doc: Y.Doc): CraftedDeletes[] {
  return [...doc.store.clients].flatMap(([clientId, structs]) => {
    const ranges = structs.flatMap((item) => (item.deleted ? [[item.id.clock, item.length] as const] : []))
    return ranges.length === 0 ? [] : [{ clientId, ranges }]
  })
}

export function placeOf(aim: Aim): { readonly client: number; readonly clock: number } {
  const { client, clock } = anyOf(aim.chance, entryItems(aim))
  return aim.chance.isLucky(0.8) ? { client, clock } : { client, clock: clock + 1000 }
}

export function encode({ clientId, clock, structs, others, deletes }: Draft): Uint8Array {
  const clients = structs.length === 0 ? others : [{ clientId, clock, structs }, ...others]
  return craftUpdate(clients, deletes)
}

/** Entries that this connection may write, a clientID of theirs, and its next clock. */
export function draftOf({ world, line, chance }: Aim): Draft {
  const { id: author } = line.seat.participant
  const mine = [...world.log.owners].filter(([, owner]) => owner === author).map(([clientId]) => clientId)
  const hers = world.carol.record.clientID
  const usable = mine.filter((clientId) => clientId !== hers)
  const clientId = usable.length > 0 && chance.isLucky(0.8) ? anyOf(chance, usable) : 1 + chance.upTo(4e9)
  const { underWay } = world
  const there = underWay.length > 0 && chance.isLucky(0.4) ? underWay : [...world.watch.entries.values()]
  let parent: Place | undefined = chance.isLucky(0.1) ? undefined : anyOf(chance, there)
  const entries: Fields[] = []
  for (let count = 1 + chance.upTo(chance.isLucky(0.2) ? 5 : 1); count > 0; count--) {
    const timeMs = Math.max(world.nowMs, parent === undefined ? 0 : Date.parse(parent.timestamp))
    const base = { id: `e${chance.upTo(2 ** 40)}`, parentId: parent?.id ?? null, timestamp: iso(timeMs), author }
    const entry =
      line.seat.role === 'prompt' && chance.isLucky(0.8)
        ? { ...base, type: 'message', message: { role: 'user', content: 'A prompt', timestamp: timeMs } }
        : { ...base, type: 'custom', customType: 'coppice.comment', data: { text: 'Well' } }
    entries.push(entry)
    parent = base
  }
  return {
    clientId,
    clock: Y.getState(world.room.doc.store, clientId),
    entries,
    structs: entries.map((entry) => entryStruct(entry)),
    others: [],
    deletes: [],
  }
}
