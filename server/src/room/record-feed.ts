// Brings a reader what it lacks of the record, made as it reads. Nothing live goes beside it: what is committed meanwhile
// is part of it, and from its last piece on the reader has what the doc has.
import { encodeSyncFrame } from '@coppice/shared'
import type * as Y from 'yjs'
import type { PeerLink } from './peer-link.ts'
import { recordPieces } from './record-pieces.ts'
import { PIECE_BYTES, type Snapshot } from './snapshot.ts'
import type { StoredFeed } from './stored-feed.ts'

export interface Feed {
  readonly doc: Y.Doc
  /** What the reader has. */
  readonly stateVector: Uint8Array
  /** How the last piece is sent, unless the reader asks meanwhile; the others are updates. */
  readonly lastPiece: 'update' | 'step2'
  /** When the last piece was made: the bytes of all of them, and how long they took to make, in ms. */
  readonly onFed: (bytes: number, ms: number) => void
}

/** A reader who has nothing gets the closed pieces of the stored snapshot first, then what the doc has beyond them. */
export async function feedWhole(
  link: PeerLink,
  feed: Omit<Feed, 'stateVector'> & { readonly stored: StoredFeed; readonly snapshot: Snapshot },
): Promise<void> {
  const { stored, snapshot, onFed } = feed
  link.joined = false
  link.missedFrom = undefined
  link.lastPiece = feed.lastPiece
  // It may grow meanwhile.
  while (stored.sent < snapshot.end.closed) await stored.sendBelow(snapshot.end.closed)
  feedRecord(link, {
    ...feed,
    stateVector: snapshot.end.vector,
    lastPiece: link.lastPiece,
    onFed: (bytes, ms) => onFed(stored.bytes + bytes, ms),
  })
}

export function feedRecord(link: PeerLink, feed: Feed): void {
  link.joined = false
  link.missedFrom = undefined
  link.lastPiece = feed.lastPiece
  link.peer.sendEach(frames(link, feed))
}

function* frames(link: PeerLink, { doc, stateVector, onFed }: Feed): Generator<Uint8Array> {
  let bytes = 0
  let ms = 0
  let startedMs = performance.now()
  for (const { update, isLast } of recordPieces(doc, stateVector, PIECE_BYTES)) {
    bytes += update.length
    const kind = (isLast ? link.lastPiece : undefined) ?? 'update'
    const frame = encodeSyncFrame('sync', kind, update)
    ms += performance.now() - startedMs
    if (isLast) {
      link.lastPiece = undefined
      link.joined = !link.isEnded
      onFed(bytes, ms)
    }
    yield frame
    startedMs = performance.now()
  }
}
