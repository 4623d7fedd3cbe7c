// The main thread's end of the import's worker: asks for one thing at a time, so that the worker never runs ahead.
import { Worker } from 'node:worker_threads'
import { SessionError } from '@coppice/shared'
import type { ImportOptions } from '@coppice/shared/formats'
import type { EntrySlice } from '../room/entry-slice.ts'
import { FileFeed } from './file-feed.ts'
import type { ParsedSession, SessionHead } from './read-sessions.ts'
import { newSliceWindow, noteTaken } from './slice-window.ts'
import { parseWorkerMessage, type WorkerInput, type WorkerMessage, type WorkerRequest } from './worker-messages.ts'

interface Waiting {
  readonly resolve: (message: WorkerMessage) => void
  readonly reject: (error: unknown) => void
}

/** Takes entries of the only session of a file before the rest of it is read. The next ones wait until it resolves. */
export type TakeEarly = (slice: EntrySlice) => Promise<void>

export class ImportWorker {
  private readonly worker: Worker
  private readonly signal: AbortSignal
  private readonly feed = new FileFeed()
  private readonly window = newSliceWindow()
  private readonly takeEarly: TakeEarly | undefined
  private readonly arrived: WorkerMessage[] = []
  private waiting: Waiting | undefined
  private failure: { readonly error: unknown } | undefined

  /** Starting takes a while: the file may still be on its way. */
  constructor(options: ImportOptions, signal: AbortSignal, takeEarly?: TakeEarly) {
    this.signal = signal
    this.takeEarly = takeEarly
    this.worker = new Worker(new URL('import-worker.ts', import.meta.url), {
      workerData: {
        options,
        file: this.feed.end,
        ...(takeEarly === undefined ? {} : { early: this.window }),
      } satisfies WorkerInput,
      transferList: [this.feed.end.port],
    })
    this.worker.on('message', (value: unknown) => this.take(parseWorkerMessage(value)))
    this.worker.on('error', (error: unknown) => this.fail(isOutOfMemory(error) ? tooMuch(error) : error))
    this.worker.on('exit', (code) => this.fail(new Error(`the import worker exited with code ${code}`)))
    signal.addEventListener('abort', this.onAbort, { once: true })
  }

  /**
   * What the file holds. To be called once, first; the bytes are given away, and read while they arrive. What is wrong
   * with the file is said when all of it is here: who sends it does not listen before.
   */
  async survey(chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<readonly SessionHead[]> {
    this.ask({ kind: 'survey' })
    const heads = this.heads()
    let isOver = false
    // reason: who waits for it hears of it below
    const over = heads.catch(() => undefined).then(() => (isOver = true))
    for await (const chunk of chunks) {
      // What nobody reads any more, since the file is refused or its end was not of interest, is let go.
      if (isOver) continue
      this.feed.push(chunk)
      if (!this.feed.hasRoom) await Promise.race([this.feed.room(), over])
    }
    this.feed.finish()
    return heads
  }

  private async heads(): Promise<readonly SessionHead[]> {
    const heads: SessionHead[] = []
    for (;;) {
      const message = await this.next()
      if (message.kind === 'surveyed') return heads
      if (message.kind === 'head') heads.push(message.head)
      if (message.kind === 'slice') {
        await this.takeEarly?.(message.slice)
        noteTaken(this.window)
      }
    }
  }

  async *sessions(places: ReadonlySet<number>): AsyncGenerator<ParsedSession> {
    for (const place of [...places].toSorted((a, b) => a - b)) {
      this.ask({ kind: 'read', place })
      const first = await this.next()
      if (first.kind !== 'head') throw new Error(`the import worker did not find session ${place} again`)
      const rest = this.slices()
      yield { head: first.head, slices: rest }
      // What nobody took stands between this session and the next.
      for await (const _ of rest);
    }
  }

  private async *slices(): AsyncGenerator<EntrySlice> {
    for (let message = await this.next(); message.kind !== 'whole'; message = await this.next()) {
      if (message.kind !== 'slice') continue
      this.ask({ kind: 'more' })
      yield message.slice
    }
  }

  async close(): Promise<void> {
    this.signal.removeEventListener('abort', this.onAbort)
    this.feed.close()
    await this.worker.terminate()
  }

  private readonly onAbort = (): void => this.fail(this.signal.reason)

  private ask(request: WorkerRequest): void {
    this.worker.postMessage(request, [])
  }

  private next(): Promise<WorkerMessage> {
    const message = this.arrived.shift()
    if (message !== undefined) return Promise.resolve(message)
    if (this.failure !== undefined) return Promise.reject(this.failure.error)
    return new Promise((resolve, reject) => (this.waiting = { resolve, reject }))
  }

  private take(message: WorkerMessage): void {
    if (message.kind === 'refused') {
      const { code, message: words, details } = message
      return this.fail(new SessionError(code, words, details === undefined ? {} : { details }))
    }
    if (this.waiting === undefined) this.arrived.push(message)
    else this.waiting.resolve(message)
    this.waiting = undefined
  }

  private fail(error: unknown): void {
    this.failure ??= { error }
    this.waiting?.reject(this.failure.error)
    this.waiting = undefined
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function tooMuch(cause: unknown): SessionError {
  const message = 'The file needs more memory than the server has. Split it and import the parts.'
  return new SessionError('too_large', message, { cause })
}
