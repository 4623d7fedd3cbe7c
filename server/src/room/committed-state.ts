// What is durable, in memory: the record's doc, its tree and the log's head. Only committed updates get in here.
import { randomInt, randomUUID } from 'node:crypto'
import {
  AdmissionLedger,
  onEntriesAdded,
  readEntries,
  SERVER_PARTICIPANT,
  SessionError,
  TreeIndex,
  type SessionId,
} from '@coppice/shared'
import * as Y from 'yjs'
import type { Binding, SessionLog, SessionRow } from '../log/session-log.ts'

export class CommittedState {
  readonly row: SessionRow
  readonly doc: Y.Doc
  readonly index: TreeIndex
  readonly bindings: Map<number, Binding>
  /** The head of the stored snapshot; 0 when there is none. */
  readonly snapshotHead: number
  head: number

  private constructor(row: SessionRow, doc: Y.Doc, snapshotHead: number, head: number, bindings: readonly Binding[]) {
    this.row = row
    this.doc = doc
    this.snapshotHead = snapshotHead
    this.head = head
    this.bindings = new Map(bindings.map((binding) => [binding.clientId, binding]))
    this.index = new TreeIndex()
    for (const [, entry] of readEntries(doc)) this.index.add(entry)
    this.index.markLive()
    onEntriesAdded(doc, (entries) => {
      for (const entry of entries) this.index.add(entry)
    })
  }

  /** Reads a session from the log: the snapshot, then what came after it. Rejects with `not_found` or `storage`. */
  static async load(log: SessionLog, session: SessionId): Promise<CommittedState> {
    const row = await log.find(session)
    if (row === undefined) {
      throw new SessionError('not_found', `There is no session ${session}. Check the link, or ask for a new one.`)
    }
    const [snapshot, bindings] = await Promise.all([log.loadSnapshot(session), log.bindings(session)])
    const doc = new Y.Doc({ gc: true })
    const batches = await log.read(session, snapshot?.head ?? 0)
    doc.transact(() => {
      if (snapshot !== undefined) Y.applyUpdate(doc, snapshot.state)
      for (const batch of batches) Y.applyUpdate(doc, batch.update)
    })
    assertNothingPending(doc, session)
    const head = batches.at(-1)?.head ?? snapshot?.head ?? 0
    return new CommittedState(row, doc, snapshot?.head ?? 0, head, bindings)
  }

  /** Takes in an update that the log holds. A pending struct afterwards means the log and the doc differ. */
  apply(update: Uint8Array, head: number, bindings: readonly Binding[]): void {
    for (const binding of bindings) this.bindings.set(binding.clientId, binding)
    Y.applyUpdate(this.doc, update)
    assertNothingPending(this.doc, this.row.id)
    this.head = head
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

function assertNothingPending(doc: Y.Doc, session: SessionId): void {
  if (doc.store.pendingStructs !== null || doc.store.pendingDs !== null) {
    throw new SessionError('storage', `The log of session ${session} has a gap; it is not served until it is repaired.`)
  }
}
