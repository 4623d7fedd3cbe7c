// Takes in updates of our own making, as the log has them or the server sends them, in less time and memory than Yjs alone
// takes: what it spends goes into the entries' values, which lib0 puts together string by string and name by name.
import * as Y from 'yjs'
import { tookWhole } from './on-change.ts'
import { OutlineDecoder, OwnDecoder } from './own-decoder.ts'

/**
 * As `Y.applyUpdate`. For updates of our own encoding. Throws where they are cut off or hold something else than UTF-8;
 * the doc may then have a part of them.
 */
export function applyOwnUpdate(doc: Y.Doc, update: Uint8Array, origin?: unknown): void {
  const isPartOfMore = doc._transaction !== null || isHoldingBack(doc)
  const isLocal = false
  Y.transact(
    doc,
    (transaction) => {
      Y.applyUpdateV2(doc, update, origin, OwnDecoder)
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
