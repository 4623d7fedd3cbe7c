// The main thread's side of the storage worker: numbers the calls, settles them as answers come, and fails them all,
// now and later, when the worker is gone.
import type { Worker } from 'node:worker_threads'
import { SessionError } from '@coppice/shared'
import { storageClosed } from './log-failures.ts'
import { sessionError } from './session-error.ts'
import {
  parseFromWorker,
  type Input,
  type Operation,
  type Output,
  type Reply,
  type ToWorker,
} from './sqlite-messages.ts'

interface Waiting {
  resolve(output: Output<Operation>): void
  reject(error: Error): void
}

export class SqliteConnection {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  readonly #opened = Promise.withResolvers<void>()
  readonly #closed = Promise.withResolvers<void>()
  #lastNumber = 0
  /** Why no more calls are taken. */
  #ended: SessionError | undefined

  /** @param worker one that speaks sqlite-messages.ts; it is ended by `close` or by its own failure. */
  constructor(worker: Worker) {
    this.#worker = worker
    // A failure before anyone waits for the opening or the close is still reported to the calls.
    this.#opened.promise.catch(() => undefined)
    worker.on('message', (message: unknown) => this.#receive(message))
    worker.on('messageerror', (error) => this.#fail(error))
    worker.on('error', (error: unknown) => this.#fail(error))
    worker.on('exit', (code) => this.#fail(new Error(`The worker exited with code ${code}.`)))
  }

  /** Resolves when the file is open. Rejects with `storage` and a line for who runs the server. */
  get opened(): Promise<void> {
    return this.#opened.promise
  }

  /**
   * Resolves with the answer, for a write after its commit. Rejects with the operation's own failure, or with `storage`
   * when the worker is gone.
   * @param transfer buffers of the input that the caller gives away.
   */
  call<K extends Operation>(operation: K, input: Input<K>, transfer: readonly ArrayBuffer[] = []): Promise<Output<K>> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended)
    const number = (this.#lastNumber += 1)
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve: resolve, reject })
      this.#post({ kind: 'request', number, operation, input }, transfer)
    })
  }

  /** Lets everything that was called before be answered, then closes the file. */
  close(): Promise<void> {
    if (this.#ended === undefined) {
      this.#ended = sessionError(storageClosed())
      this.#post({ kind: 'close' })
    }
    return this.#closed.promise
  }

  #post(message: ToWorker, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer)
  }

  #receive(data: unknown): void {
    const message = parseFromWorker(data)
    switch (message.kind) {
      case 'ready':
        return this.#opened.resolve()
      case 'refused':
        return this.#end(sessionError(message.failure))
      case 'replies':
        for (const reply of message.replies) this.#settle(reply)
        return
      case 'closed':
        return this.#end(sessionError(storageClosed()))
      default:
        return message satisfies never
    }
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.number)
    this.#waiting.delete(reply.number)
    if (reply.ok) waiting?.resolve(reply.output)
    else waiting?.reject(sessionError(reply.failure))
  }

  #fail(cause: unknown): void {
    const reason = cause instanceof Error ? cause.message : String(cause)
    this.#end(new SessionError('storage', `The storage stopped working: ${reason} Restart the server.`, { cause }))
  }

  /** The first reason is the true one: what follows it (an exit after an error) changes nothing. */
  #end(error: SessionError): void {
    this.#ended ??= error
    this.#opened.reject(error)
    this.#closed.resolve()
    for (const waiting of this.#waiting.values()) waiting.reject(error)
    this.#waiting.clear()
  }
}
