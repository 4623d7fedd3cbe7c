// Changes updates as a modified client might: a byte here or there, or one thing in their structure. For the fuzzing of
// admission.
import fc from 'fast-check'
import type { ParticipantId } from '../entry/ids.ts'
import { craftUpdate, type CraftedClient, type CraftedDeletes, type CraftedStruct } from './craft.ts'
import { decodeUpdate } from './decode.ts'
import { limitsOf } from './outcome.ts'
import { ALICE, BOB, NOW, Scene, SERVER_CLIENT } from './scene.ts'
import type { Struct } from './struct.ts'

/** The clientIDs of the honest writers, and whose they are. */
export const WRITERS: readonly (readonly [clientId: number, owner: ParticipantId])[] = [
  [1, ALICE],
  [11, ALICE],
  [4_000_000_011, ALICE],
  [21, BOB],
  [22, BOB],
  [4_000_000_021, BOB],
]

/** `at` and `by` pick what is changed, and to what. */
export interface Mutation {
  readonly kind: (typeof MUTATIONS)[number]
  readonly at: number
  readonly by: number
}

const ENTRY_MUTATIONS = ['id', 'parent', 'author', 'time', 'field', 'type', 'content'] as const
const MUTATIONS = [
  ...(['flip', 'cut', 'insert', 'append'] as const),
  ...(['clock', 'client', 'key', 'root', 'origin', 'gc', 'skip', 'drop', 'double', 'swap', 'delete', 'list'] as const),
  ...ENTRY_MUTATIONS,
] as const

const LIMITS = limitsOf(new Scene().context())

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...MUTATIONS) },
    { weight: 2, arbitrary: fc.constantFrom(...ENTRY_MUTATIONS) },
  ),
  at: fc.nat(),
  by: fc.nat(),
})
export function mutate(bytes: Uint8Array, { kind, at, by }: Mutation): Uint8Array {
  switch (kind) {
    case 'flip': {
      const copy = bytes.slice()
      if (copy.length > 0) copy[at % copy.length] = by % 256
      return copy
    }
    case 'cut':
      return bytes.slice(0, at % (bytes.length + 1))
    case 'append':
      return Uint8Array.from([...bytes, by % 256])
    case 'insert': {
      const place = at % (bytes.length + 1)
      return Uint8Array.from([...bytes.subarray(0, place), by % 256, ...bytes.subarray(place)])
    }
    default:
      return restructure(bytes, kind, at, by)
  }
}

/** Takes an update apart, changes one thing, and writes it anew. Bytes that are no update stay as they are. */
function restructure(bytes: Uint8Array, kind: Mutation['kind'], at: number, by: number): Uint8Array {
  const parts = takeApart(bytes)
  if (parts === undefined) return bytes
  const clients = parts.clients.map((client) => ({ ...client, structs: [...client.structs] }))
  const deletes = [...parts.deletes]
  const client = clients[at % Math.max(1, clients.length)]
  if (kind === 'delete' || client === undefined) {
    deletes.push({ clientId: [1, SERVER_CLIENT, 11, 21, 77][at % 5] ?? 1, ranges: [[by % 5, 1 + (at % 3)]] })
    return craftUpdate(clients, deletes)
  }
  const place = by % Math.max(1, client.structs.length)
  const struct = client.structs[place]
  const put = (...structs: CraftedStruct[]): void => void client.structs.splice(place, 1, ...structs)
  const edit = (field: string, value: unknown): void => {
    if (struct?.kind !== 'value' || typeof struct.values?.[0] !== 'object') return
    const entry: Record<string, unknown> = { ...struct.values[0], [field]: value }
    put({ ...struct, key: field === 'id' && by % 2 === 0 ? String(value) : (struct.key ?? ''), values: [entry] })
  }
  const change: Record<string, () => void> = {
    clock: () =>
      void clients.splice(clients.indexOf(client), 1, { ...client, clock: Math.max(0, client.clock + (by % 5) - 2) }),
    client: () =>
      void clients.splice(clients.indexOf(client), 1, { ...client, clientId: WRITERS[by % 6]?.[0] ?? SERVER_CLIENT }),
    key: () => struct?.kind === 'value' && put({ ...struct, key: `k${at % 20}` }),
    root: () =>
      struct?.kind === 'value' && put({ ...struct, root: ['people', 'meta', 'other', 'entries'][at % 4] ?? '' }),
    origin: () => struct?.kind === 'value' && put({ ...struct, origin: { client: 1, clock: at % 4 } }),
    list: () => struct?.kind === 'value' && put({ ...struct, values: [1, 2] }),
    gc: () => put({ kind: 'gc', length: 1 + (at % 4) }),
    skip: () => put(...(struct === undefined ? [] : [struct]), { kind: 'skip', length: 1 + (at % 4) }),
    drop: () => put(),
    double: () => struct !== undefined && put(struct, struct),
    swap: () => void clients.splice(clients.indexOf(client), 1, { ...client, structs: client.structs.toReversed() }),
    id: () => edit('id', ['root', 'second', 'n0', `n${at % 50}`, `fresh${at}`][at % 5]),
    parent: () => edit('parentId', [null, 'root', `n${at % 50}`, 'nowhere'][at % 4]),
    author: () => edit('author', ['alice', 'bob', 'server'][at % 3]),
    time: () => edit('timestamp', new Date(NOW + ((at % 7) - 3) * 50_000).toISOString()),
    field: () =>
      edit(['source', 'contributors', 'extra', 'type'][at % 4] ?? '', [undefined, 1, 'x', ['bob'], {}][by % 5]),
    type: () => edit('type', ['label', 'leaf', 'custom', 'compaction', 'session_info', 'usage'][at % 6]),
    content: () => edit('message', [{ role: 'user', content: 'y' }, { role: 'robot' }, null, []][at % 4]),
  }
  change[kind]?.()
  return craftUpdate(clients, deletes)
}

function takeApart(bytes: Uint8Array): { clients: CraftedClient[]; deletes: CraftedDeletes[] } | undefined {
  try {
    const { clients, deletes } = decodeUpdate(bytes, LIMITS)
    return {
      clients: clients.map(({ clientId, structs }) => ({
        clientId,
        clock: structs[0]?.clock ?? 0,
        structs: structs.map(asCrafted),
      })),
      deletes: [...Map.groupBy(deletes, ({ clientId }) => clientId)].map(([clientId, ranges]) => ({
        clientId,
        ranges: ranges.map(({ clock, length }) => [clock, length] as const),
      })),
    }
  } catch {
    // What cannot be taken apart is mutated as bytes alone.
    return undefined
  }
}

function asCrafted(struct: Struct): CraftedStruct {
  if (struct.kind === 'gc' || struct.kind === 'skip') return { kind: struct.kind, length: struct.length }
  const { kind, place } = struct
  const at = 'origin' in place ? { ...place, key: '' } : place
  return kind === 'value' ? { kind, ...at, values: [struct.value] } : { kind, ...at, length: struct.length }
}
