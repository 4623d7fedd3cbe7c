// Takes in updates of our own making, as the log has them or the server sends them, in a third of the time and half the
// memory that Yjs alone takes. Yjs puts values together string by string and name by name, and for each struct it makes
// two sets, in case someone else wrote in the same place; what an update adds under keys that are not there yet needs none.
import * as decoding from 'lib0/decoding'
import * as Y from 'yjs'
import { INFO } from '../admission/decode.ts'
import { tookWhole } from './on-change.ts'
import { OutlineDecoder, OwnDecoder } from './own-decoder.ts'

/** A value that an update adds under a key of a root. */
interface Added {
  readonly clientId: number
  readonly clock: number
  readonly root: string
  readonly key: string
  readonly value: unknown
}

/** The only struct that is read here: a value of any kind, with a key. */
const VALUE_WITH_KEY = INFO.any | INFO.hasKey

/**
 * As `Y.applyUpdate`. For updates of our own encoding. Throws where they are cut off or hold something else than UTF-8;
 * the doc may then have a part of them.
 */
export function applyOwnUpdate(doc: Y.Doc, update: Uint8Array, origin?: unknown): void {
  const isPartOfMore = doc._transaction !== null || isHoldingBack(doc)
  const added = readAdded(doc.store, update)
  const isLocal = false
  Y.transact(
    doc,
    (transaction) => {
      if (added === undefined) Y.applyUpdateV2(doc, update, origin, OwnDecoder)
      else addAll(transaction, added)
      if (!isPartOfMore && !isHoldingBack(doc)) tookWhole(transaction, update)
    },
    origin,
    isLocal,
  )
}

/** As `Y.decodeUpdate`, without the values. */
export function outlineOfOwnUpdate(update: Uint8Array): ReturnType<typeof Y.decodeUpdate> {
  return Y.decodeUpdateV2(update, OutlineDecoder)
}

function isHoldingBack({ store }: Y.Doc): boolean {
  return store.pendingStructs !== null || store.pendingDs !== null
}

/** What an update adds, if it does nothing else and goes on where each clientID ends. */
function readAdded(store: Y.Doc['store'], update: Uint8Array): readonly Added[] | undefined {
  if (store.pendingStructs !== null) return undefined
  const decoder = new OwnDecoder(decoding.createDecoder(update))
  const bytes = decoder.restDecoder
  const added: Added[] = []
  const next = new Map<number, number>()
  for (let runs = decoding.readVarUint(bytes); runs > 0; runs--) {
    let left = decoding.readVarUint(bytes)
    const clientId = decoding.readVarUint(bytes)
    let clock = decoding.readVarUint(bytes)
    if (clock !== (next.get(clientId) ?? Y.getState(store, clientId))) return undefined
    for (; left > 0; left--) {
      const isKnownKind = decoding.readUint8(bytes) === VALUE_WITH_KEY && decoding.readVarUint(bytes) === 1
      if (!isKnownKind) return undefined
      const [root, key] = [decoder.readString(), decoder.readString()]
      if (decoding.readVarUint(bytes) !== 1) return undefined
      added.push({ clientId, clock: clock++, root, key, value: decoder.readAny() })
    }
    next.set(clientId, clock)
  }
  const isDeleting = decoding.readVarUint(bytes) > 0
  return isDeleting ? undefined : added
}

function addAll(transaction: Y.Transaction, added: readonly Added[]): void {
  const { doc } = transaction
  for (const { clientId, clock, root, key, value } of added) {
    const map = doc.get(root)
    const id = Y.createID(clientId, clock)
    const item = new Y.Item(id, null, null, null, null, map, key, new Y.ContentAny([value]))
    // What else was written there is for Yjs to put in order.
    if (map._map.has(key)) item.integrate(transaction, 0)
    else addUnderNewKey(transaction, map, key, item)
  }
}

/** What is left of `Item.integrate` in Yjs 13 for a value whose key a root does not have. */
function addUnderNewKey(transaction: Y.Transaction, map: ReturnType<Y.Doc['get']>, key: string, item: Y.Item): void {
  const { clients } = transaction.doc.store
  map._map.set(key, item)
  const structs = clients.get(item.id.client)
  if (structs === undefined) clients.set(item.id.client, [item])
  else structs.push(item)
  const changed = transaction.changed.get(map)
  if (changed === undefined) transaction.changed.set(map, new Set([key]))
  else changed.add(key)
}
