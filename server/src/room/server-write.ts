// Encodes what only the server writes: one key of `people` or `meta`, new or replacing an older value.
// Written as bytes because the doc holds committed state only: a write exists before it may touch the doc.
import * as encoding from 'lib0/encoding'
import type * as Y from 'yjs'

const CONTENT_ANY = 8
const HAS_ORIGIN = 0x80
const HAS_PARENT_SUB = 0x20

export interface ServerWrite {
  readonly root: 'people' | 'meta'
  readonly key: string
  readonly value: unknown
}

/**
 * One Yjs V1 update that sets each key, under one clientID from `clock` on. A replaced value becomes the new
 * item's origin and stands in the delete set, as `Y.Map.set` would do it. Keys must differ from each other.
 */
export function encodeServerWrites(
  doc: Y.Doc,
  clientId: number,
  clock: number,
  writes: readonly ServerWrite[],
): Uint8Array {
  const encoder = encoding.createEncoder()
  const replaced: { client: number; clock: number }[] = []
  encoding.writeVarUint(encoder, 1)
  encoding.writeVarUint(encoder, writes.length)
  encoding.writeVarUint(encoder, clientId)
  encoding.writeVarUint(encoder, clock)
  for (const write of writes) {
    const before = doc.getMap(write.root)._map.get(write.key)
    if (before === undefined) {
      encoding.writeUint8(encoder, CONTENT_ANY | HAS_PARENT_SUB)
      encoding.writeVarUint(encoder, 1)
      encoding.writeVarString(encoder, write.root)
      encoding.writeVarString(encoder, write.key)
    } else {
      encoding.writeUint8(encoder, CONTENT_ANY | HAS_ORIGIN | HAS_PARENT_SUB)
      encoding.writeVarUint(encoder, before.lastId.client)
      encoding.writeVarUint(encoder, before.lastId.clock)
      if (!before.deleted) replaced.push(before.lastId)
    }
    encoding.writeVarUint(encoder, 1)
    encoding.writeAny(encoder, write.value as encoding.AnyEncodable)
  }
  const byClient = Map.groupBy(replaced, (id) => id.client)
  encoding.writeVarUint(encoder, byClient.size)
  for (const [client, ids] of byClient) {
    encoding.writeVarUint(encoder, client)
    encoding.writeVarUint(encoder, ids.length)
    for (const id of ids.sort((a, b) => a.clock - b.clock)) {
      encoding.writeVarUint(encoder, id.clock)
      encoding.writeVarUint(encoder, 1)
    }
  }
  return encoding.toUint8Array(encoder)
}
