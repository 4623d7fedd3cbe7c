// Where a reader that missed an update has to be caught up from.
import * as Y from 'yjs'

/** The state vector as it was before an update that the doc has taken in. */
export function vectorBefore(doc: Y.Doc, update: Uint8Array): Uint8Array {
  const vector = Y.decodeStateVector(Y.encodeStateVector(doc))
  for (const [clientId, clock] of Y.parseUpdateMeta(update).from) {
    vector.set(clientId, Math.min(clock, vector.get(clientId) ?? clock))
  }
  return Y.encodeStateVector(vector)
}
