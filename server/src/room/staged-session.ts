// A new session that is filled from a file: written straight to its log, without a room, since nobody can be in it yet.
// It is found when it is published, and then it is whole.
import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import {
  encodeStructs,
  MAX_SESSION_BYTES,
  RECORD_FORMAT,
  SERVER_PARTICIPANT,
  SessionError,
  type EntryId,
  type ImportedMeta,
  type Participant,
  type RecordMeta,
} from '@coppice/shared'
import * as Y from 'yjs'
import type { Binding, LogBatch, NewSession } from '../log/session-log.ts'
import { NO_METER } from '../metrics/meter.ts'
import { appendBatch, asStorageError, type AppendDeps } from './append-batch.ts'
import { CommittedState } from './committed-state.ts'
import { rowsOf, type EntrySlice } from './entry-slice.ts'
import type { RoomDeps } from './room.ts'
import { encodeServerWrites, type ServerWrite } from './server-write.ts'

/** Batches on their way to the log at a time. */
const MAX_SENDING = 4

const NOT_SAVED = 'The file could not be saved, and nothing of it is kept. Import it again.'
const TOO_LARGE = `The file has more than the ${MAX_SESSION_BYTES / 1024 / 1024} MB a session may have. Split it and import the parts.`

/** What is known of a session when all of it is there. */
export interface StagedEnd {
  readonly title: string
  readonly branches: number
  /** Where its maker stands. */
  readonly leafId: EntryId | null
  /** What the file said about itself. */
  readonly meta: ImportedMeta
}

export class StagedSession {
  readonly session: NewSession
  readonly #deps: AppendDeps & Pick<RoomDeps, 'bus' | 'nowMs'>
  readonly #maker: Participant
  readonly #writer = newClient()
  /** Of what was sent, whether or not it is there yet. */
  #head = 0
  #entries = 0
  #bytes = 0
  readonly #sending: Promise<number>[] = []
  /** Resolves when everything sent is there. Rejects with the first failure. */
  #written: Promise<number> = Promise.resolve(0)

  private constructor(deps: RoomDeps, session: NewSession, maker: Participant) {
    this.#deps = { ...deps, meter: deps.meter ?? NO_METER, failedWords: NOT_SAVED }
    this.session = session
    this.#maker = maker
  }

  /** Rejects with `conflict` or `storage`. */
  static async begin(deps: RoomDeps, session: NewSession, maker: Participant): Promise<StagedSession> {
    await deps.log.stage(session)
    return new StagedSession(deps, session, maker)
  }

  /**
   * Sends entries to the log; resolves when there is room for more. Ids must be new, here and in the slices before.
   * Rejects with `too_large` when a session has no room for them, and with the failure of an earlier slice.
   */
  async add(slice: EntrySlice): Promise<void> {
    const { prepared } = slice
    const count = prepared.ids.length
    const rows = rowsOf(slice)
    if (prepared.author !== this.#maker.id)
      throw new SessionError('author_forged', `The entries of a file are by ${this.#maker.id}, who imports it.`)
    this.#bytes += prepared.structs.length
    if (this.#bytes > MAX_SESSION_BYTES) throw new SessionError('too_large', TOO_LARGE)
    const { clientId } = this.#writer
    this.#send({
      update: encodeStructs(clientId, this.#entries, count, prepared.structs),
      entries: rows,
      bindings: this.#entries === 0 ? [this.#writer] : [],
      bytes: prepared.structs.length,
      at: this.#now(),
    })
    this.#entries += count
    if (this.#sending.length >= MAX_SENDING) await this.#sending.shift()
  }

  /** Writes what the session says about itself, and shows it. Resolves when all of it is saved. */
  async publish({ title, branches, leafId, meta }: StagedEnd): Promise<void> {
    const { log, bus } = this.#deps
    const { id } = this.session
    const writer = newClient(this.#writer)
    const update = encodeServerWrites(new Y.Doc(), writer.clientId, 0, this.#facts(meta))
    this.#send({ update, entries: [], bindings: [writer], bytes: 0, at: this.#now() })
    await this.#written
    await this.#withFurtherTries(() =>
      Promise.all([
        log.saveSummary(id, { title, branches, participants: 1 }),
        leafId === null ? undefined : log.saveLeaves(id, new Map([[this.#maker.id, leafId]])),
        log.publish(id),
      ]),
    )
    bus.announceHead(id, this.#head)
  }

  /** Nothing of it stays. */
  async discard(): Promise<void> {
    // reason: whoever waited for it has heard of it
    await this.#written.catch(() => undefined)
    await this.#deps.log.discard(this.session.id)
  }

  /** The next batch goes to the log before those ahead of it are there: the compare-and-set keeps them in order. */
  #send(batch: LogBatch): void {
    const { log, meter } = this.#deps
    const sentMs = performance.now()
    const placed = { session: this.session.id, expectedHead: this.#head, batch }
    this.#head += Math.max(1, batch.entries.length)
    const firstTry = log.append(placed.session, placed.expectedHead, batch)
    // reason: it is met below, after those ahead of it
    firstTry.catch(() => undefined)
    const before = this.#written
    const written = before.then(async () => {
      // It may have failed only because the one ahead of it had to be tried again.
      const result = await firstTry.catch(() => undefined)
      if (result?.ok !== true) return appendBatch(this.#deps, placed)
      meter.committed(performance.now() - sentMs)
      return result.head
    })
    // reason: whoever adds the next one, or publishes, hears of it
    written.catch(() => undefined)
    this.#written = written
    this.#sending.push(written)
  }

  /** For what is the same however often it is done. An answer that is lost would leave a session that nobody was told of. */
  async #withFurtherTries(work: () => Promise<unknown>): Promise<void> {
    const { logger, retryDelaysMs } = this.#deps
    const { id } = this.session
    for (let attempt = 0; ; attempt++) {
      try {
        await work()
        return
      } catch (error) {
        const delay = retryDelaysMs[attempt]
        logger.warn({ session: id, attempt, err: error }, 'session not published')
        if (delay === undefined) throw asStorageError(error, id, NOT_SAVED)
        await setTimeout(delay)
      }
    }
  }

  #facts(meta: StagedEnd['meta']): ServerWrite[] {
    const { id, ...person } = this.#maker
    const all: RecordMeta = {
      format: RECORD_FORMAT,
      sessionId: this.session.id,
      incarnation: CommittedState.newIncarnation(),
      createdAt: this.session.createdAt,
      ...meta,
    }
    return [
      { root: 'people', key: id, value: person },
      ...Object.entries(all).map(([key, value]): ServerWrite => ({ root: 'meta', key, value })),
    ]
  }

  #now(): string {
    return new Date(this.#deps.nowMs()).toISOString()
  }
}

/** A clientID of the server's own, another one than that. */
function newClient(other?: Binding): Binding {
  for (;;) {
    const clientId = randomInt(1, 2 ** 32)
    if (clientId !== other?.clientId) return { clientId, participant: SERVER_PARTICIPANT }
  }
}
