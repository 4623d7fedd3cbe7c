// What is durable, in memory: the record's doc, its tree and the log's head. Only committed updates get in here.
import { randomInt, randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import {
  AdmissionLedger,
  applyOwnUpdate,
  onEntriesAdded,
  SERVER_PARTICIPANT,
  SessionError,
  TreeIndex,
  type SessionId,
} from '@coppice/shared'
import * as Y from 'yjs'
import type { Binding, LoggedBatch, SessionLog, SessionRow, SnapshotPiece } from '../log/session-log.ts'
import { NO_PIECES, Snapshot, type SnapshotEnd } from './snapshot.ts'

/** Bytes of the snapshot, or of the log, that are read at a time. */
const READ_BYTES = 1024 * 1024
/** Small batches that are applied before others get a turn. */
const SLICE = 500

export class CommittedState {
  readonly row: SessionRow
  readonly doc: Y.Doc
  readonly index: TreeIndex
  readonly bindings: Map<number, Binding>
  readonly snapshot: Snapshot
  head: number

  private constructor(log: SessionLog, row: SessionRow, bindings: readonly Binding[], read: RecordRead) {
    this.row = row
    this.doc = read.doc
    this.index = read.index
    this.head = read.head
    this.bindings = new Map(bindings.map((binding) => [binding.clientId, binding]))
    this.snapshot = new Snapshot(
      { log, session: row.id, doc: read.doc, head: () => this.head },
      read.end,
      read.savedHead,
    )
    this.snapshot.grew(read.tailBytes)
  }

  /** Reads a session from the log: the snapshot, then what came after it. Rejects with `not_found` or `storage`. */
  static async load(log: SessionLog, session: SessionId): Promise<CommittedState> {
    const row = await log.find(session)
    if (row === undefined) {
      throw new SessionError('not_found', `There is no session ${session}. Check the link, or ask for a new one.`)
    }
    // A snapshot is a cache: where it is damaged, the log has everything.
    const read =
      (await readRecord(log, session, await readSnapshot(log, session))) ??
      (await readRecord(log, session, nothingRead()))
    if (read === undefined) {
      throw new SessionError(
        'storage',
        `The log of session ${session} has a gap; it is not served until it is repaired.`,
      )
    }
    read.index.markLive()
    return new CommittedState(log, row, await log.bindings(session), read)
  }

  /** Takes in an update that the log holds. A pending struct afterwards means the log and the doc differ. */
  apply(update: Uint8Array, head: number, bindings: readonly Binding[]): void {
    for (const binding of bindings) this.bindings.set(binding.clientId, binding)
    applyOwnUpdate(this.doc, update)
    if (!isWhole(this.doc)) throw new SessionError('storage', `The log of session ${this.row.id} and the room differ.`)
    this.head = head
    this.snapshot.grew(update.length)
  }

  newLedger(): AdmissionLedger {
    return AdmissionLedger.fromDoc(this.doc, this.bindings.values())
  }

  /** A clientID nobody has used, for the server's own writing on this load. */
  newServerClient(): Binding {
    for (;;) {
      const clientId = randomInt(1, 2 ** 32)
      if (!this.bindings.has(clientId)) return { clientId, participant: SERVER_PARTICIPANT }
    }
  }

  static newIncarnation(): string {
    return randomUUID()
  }
}

interface RecordRead {
  readonly doc: Y.Doc
  readonly index: TreeIndex
  readonly head: number
  readonly end: SnapshotEnd
  readonly savedHead: number
  /** Bytes of the batches after the snapshot. */
  readonly tailBytes: number
}

function nothingRead(): RecordRead {
  const doc = new Y.Doc({ gc: true })
  const index = new TreeIndex()
  onEntriesAdded(doc, (entries) => {
    for (const entry of entries) index.add(entry)
  })
  return { doc, index, head: 0, end: NO_PIECES, savedHead: 0, tailBytes: 0 }
}

/** The stored pieces, one after the other, so that a large session does not hold up the others. */
async function readSnapshot(log: SessionLog, session: SessionId): Promise<RecordRead> {
  const start = nothingRead()
  const { doc } = start
  let end = NO_PIECES
  let head = 0
  let count = 0
  const read = readAhead((after: readonly SnapshotPiece[]) => log.loadPieces(session, count + after.length, READ_BYTES))
  for await (const pieces of read) {
    for (const piece of pieces) {
      end = { closed: count, vector: Y.encodeStateVector(doc) }
      if (!applies(doc, piece.update)) return nothingRead()
      head = piece.head
      count++
      if (count > 1) await setImmediate()
    }
  }
  return { ...start, head, end, savedHead: head }
}

/**
 * Reads in parts, the next one while the one at hand is taken in, until there is no more.
 * @param next reads what comes after this part; it is called before that is taken in
 */
async function* readAhead<Part>(
  next: (after: readonly Part[]) => Promise<readonly Part[]>,
): AsyncGenerator<readonly Part[]> {
  let coming = next([])
  for (let part = await coming; part.length > 0; part = await coming) {
    coming = next(part)
    // reason: it may fail while the one before it is taken in; who waits for it hears of it
    coming.catch(() => undefined)
    yield part
  }
}

/** What the log has after a snapshot. Undefined when the two do not make a whole record. */
async function readRecord(log: SessionLog, session: SessionId, snapshot: RecordRead): Promise<RecordRead | undefined> {
  const { doc } = snapshot
  let { head } = snapshot
  let tailBytes = 0
  const read = readAhead((after: readonly LoggedBatch[]) => log.read(session, after.at(-1)?.head ?? head, READ_BYTES))
  for await (const batches of read) {
    for (let start = 0; start < batches.length; start += SLICE) {
      await setImmediate()
      doc.transact(() => {
        for (const batch of batches.slice(start, start + SLICE)) {
          applyOwnUpdate(doc, batch.update)
          tailBytes += batch.update.length
          head = batch.head
        }
      })
    }
  }
  return isWhole(doc) ? { ...snapshot, head, tailBytes } : undefined
}

function applies(doc: Y.Doc, update: Uint8Array): boolean {
  try {
    applyOwnUpdate(doc, update)
    return isWhole(doc)
  } catch {
    // reason: a damaged piece says the same as a gap: this snapshot is of no use
    return false
  }
}

function isWhole({ store }: Y.Doc): boolean {
  return store.pendingStructs === null && store.pendingDs === null
}
