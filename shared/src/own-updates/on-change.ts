// Tells a doc's changes as updates, as the `update` event of Yjs does. Yjs encodes every transaction anew as soon as
// somebody listens to that event; here an update of our own that was taken in whole is told as it came.
import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'

export interface Change {
  readonly origin: unknown
  /** What the transaction changed, or an update that holds that and nothing that the doc lacks. Not to be written to. */
  readonly update: () => Uint8Array
}

/** Updates that make up all that a transaction brought. */
const taken = new WeakMap<Y.Transaction, Uint8Array>()

/** The update is what the transaction under way brings, together with what follows from that. */
export function tookWhole(transaction: Y.Transaction, update: Uint8Array): void {
  taken.set(transaction, update)
}

/** Calls back after each transaction that changed something, where Yjs would emit `update`. Returns what ends it. */
export function onChange(doc: Y.Doc, listener: (change: Change) => void): () => void {
  const heard = (transaction: Y.Transaction): void => {
    if (!hasChanged(transaction)) return
    listener({
      origin: transaction.origin,
      update: () => {
        const update = taken.get(transaction) ?? encodeChange(transaction)
        taken.set(transaction, update)
        return update
      },
    })
  }
  doc.on('afterTransactionCleanup', heard)
  return () => doc.off('afterTransactionCleanup', heard)
}

function hasChanged({ deleteSet, beforeState, afterState }: Y.Transaction): boolean {
  if (deleteSet.clients.size > 0) return true
  for (const [client, clock] of afterState) if (beforeState.get(client) !== clock) return true
  return false
}

/** As Yjs, byte for byte. Exact until the transaction's listeners have returned. */
function encodeChange({ doc, beforeState, deleteSet }: Y.Transaction): Uint8Array {
  const encoder = new Y.UpdateEncoderV1()
  const rest = encoder.restEncoder
  const grown = [...doc.store.clients].filter(
    ([client]) => Y.getState(doc.store, client) > (beforeState.get(client) ?? 0),
  )
  encoding.writeVarUint(rest, grown.length)
  for (const [client, structs] of grown.toSorted(([a], [b]) => b - a)) {
    const clock = Math.max(beforeState.get(client) ?? 0, structs[0]?.id.clock ?? 0)
    const first = Y.findIndexSS(structs, clock)
    encoding.writeVarUint(rest, structs.length - first)
    encoder.writeClient(client)
    encoding.writeVarUint(rest, clock)
    for (const struct of structs.slice(first)) struct.write(encoder, Math.max(0, clock - struct.id.clock))
  }
  const deleted = Y.mergeDeleteSets([deleteSet]).clients
  encoding.writeVarUint(rest, deleted.size)
  for (const [client, ranges] of [...deleted].toSorted(([a], [b]) => b - a)) {
    encoder.resetDsCurVal()
    encoding.writeVarUint(rest, client)
    encoding.writeVarUint(rest, ranges.length)
    for (const { clock, len } of ranges) {
      encoder.writeDsClock(clock)
      encoder.writeDsLen(len)
    }
  }
  return encoder.toUint8Array()
}
