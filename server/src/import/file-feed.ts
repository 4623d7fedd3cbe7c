// The bytes of a file on their way into the import's worker, which reads them while the rest is still arriving. Readers
// are plain loops over text, so the worker waits for more bytes inside of one: it sleeps until the feeder rings. Who sends
// the file waits while the worker is far behind.
import { MessageChannel, receiveMessageOnPort, type MessagePort } from 'node:worker_threads'

/** Handed to the worker. */
export interface FeedEnd {
  readonly port: MessagePort
  /** How often something was sent, and bytes that were taken out. */
  readonly counts: Int32Array<SharedArrayBuffer>
}

const RINGS = 0
const TAKEN = 1
/** Bytes that wait for the worker. */
const MAX_WAITING = 8 * 1024 * 1024

/** The sending side. */
export class FileFeed {
  /** For the worker alone. */
  readonly end: FeedEnd
  readonly #port: MessagePort
  #sent = 0

  constructor() {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    this.end = { port: port2, counts: new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) }
  }

  /** The bytes are given away. */
  push(bytes: Uint8Array<ArrayBuffer>): void {
    // A view into something larger must not take that along.
    const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
    this.#sent += own.byteLength
    this.#send(own, [own.buffer])
  }

  /** Whether the worker may be sent more. */
  get hasRoom(): boolean {
    return this.#sent - Atomics.load(this.end.counts, TAKEN) <= MAX_WAITING
  }

  /** Resolves when there is room again; never when the worker takes nothing out any more. */
  async room(): Promise<void> {
    const { counts } = this.end
    for (;;) {
      const taken = Atomics.load(counts, TAKEN)
      if (this.hasRoom) return
      await Atomics.waitAsync(counts, TAKEN, taken).value
    }
  }

  /** There are no more bytes. */
  finish(): void {
    this.#send(null)
  }

  close(): void {
    this.#port.close()
  }

  #send(message: Uint8Array<ArrayBuffer> | null, handedOver: readonly ArrayBuffer[] = []): void {
    this.#port.postMessage(message, handedOver)
    Atomics.add(this.end.counts, RINGS, 1)
    Atomics.notify(this.end.counts, RINGS)
  }
}

/** The receiving side. Only for a worker: the main thread must not sleep. */
export class FedFile {
  readonly #end: FeedEnd
  readonly #kept: Uint8Array[] = []
  #keeps = true
  #isWhole = false

  constructor(end: FeedEnd) {
    this.#end = end
  }

  /** From the first byte on, as often as wanted until it is released. Waits for what has not arrived. */
  *chunks(): Generator<Uint8Array> {
    for (let i = 0; ; i++) {
      const chunk = this.#kept[i] ?? this.#next()
      if (chunk === undefined) return
      yield chunk
    }
  }

  /** The file is not read again from the start: what was read goes, and so does what is read from now on. */
  release(): void {
    this.#keeps = false
    this.#kept.length = 0
  }

  #next(): Uint8Array | undefined {
    while (!this.#isWhole) {
      const { port, counts } = this.#end
      const seen = Atomics.load(counts, RINGS)
      const received = receiveMessageOnPort(port)
      if (received === undefined) Atomics.wait(counts, RINGS, seen)
      else if (received.message instanceof Uint8Array) {
        Atomics.add(counts, TAKEN, received.message.byteLength)
        Atomics.notify(counts, TAKEN)
        if (this.#keeps) this.#kept.push(received.message)
        return received.message
      } else this.#isWhole = true
    }
    return undefined
  }
}
