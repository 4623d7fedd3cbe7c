// The bytes of a file on their way into the import's worker, which reads them while the rest is still arriving. Readers
// are plain loops over text, so the worker waits for more bytes inside of one: it sleeps until the feeder rings.
import { MessageChannel, receiveMessageOnPort, type MessagePort } from 'node:worker_threads'

/** Handed to the worker. */
export interface FeedEnd {
  readonly port: MessagePort
  /** How often something was sent. */
  readonly rings: Int32Array<SharedArrayBuffer>
}

/** The sending side. */
export class FileFeed {
  /** For the worker alone. */
  readonly end: FeedEnd
  readonly #port: MessagePort

  constructor() {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    this.end = { port: port2, rings: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) }
  }

  /** The bytes are given away. */
  push(bytes: Uint8Array<ArrayBuffer>): void {
    // A view into something larger must not take that along.
    const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
    this.#send(own, [own.buffer])
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
    Atomics.add(this.end.rings, 0, 1)
    Atomics.notify(this.end.rings, 0)
  }
}

/** The receiving side. Only for a worker: the main thread must not sleep. */
export class FedFile {
  readonly #end: FeedEnd
  readonly #kept: Uint8Array[] = []
  #isWhole = false

  constructor(end: FeedEnd) {
    this.#end = end
  }

  /** From the first byte on, as often as wanted. Waits for what has not arrived. */
  *chunks(): Generator<Uint8Array> {
    for (let i = 0; ; i++) {
      const chunk = this.#kept[i] ?? this.#next()
      if (chunk === undefined) return
      yield chunk
    }
  }

  /** The file is not read again. */
  forget(): void {
    this.#kept.length = 0
    this.#isWhole = true
  }

  #next(): Uint8Array | undefined {
    while (!this.#isWhole) {
      const { port, rings } = this.#end
      const seen = Atomics.load(rings, 0)
      const received = receiveMessageOnPort(port)
      if (received === undefined) Atomics.wait(rings, 0, seen)
      else if (received.message instanceof Uint8Array) {
        this.#kept.push(received.message)
        return received.message
      } else this.#isWhole = true
    }
    return undefined
  }
}
