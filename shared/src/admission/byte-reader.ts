// Reads the primitives of an update from a byte array, never beyond its end and never more than is there.
// lib0's own reader is not used for foreign bytes: it reads past a view into a pooled buffer, has no bounds on
// lengths, and repairs broken UTF-8 instead of refusing it.
import { refuse } from './outcome.ts'

// Built once: a stateless decoder. `ignoreBOM` keeps a leading U+FEFF, as lib0 does.
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Below this length, plain ASCII is put together by hand: faster than a call into the decoder. V8 joins longer texts by
 * reference, and would keep every piece.
 */
const SHORT_STRING = 13

export class ByteReader {
  readonly bytes: Uint8Array
  pos = 0
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get remaining(): number {
    return this.bytes.length - this.pos
  }

  uint8(): number {
    const byte = this.bytes[this.pos]
    if (byte === undefined) return endsEarly()
    this.pos++
    return byte
  }

  /** 0 to 2^53 - 1, in at most eight bytes. */
  varUint(): number {
    const byte = this.uint8()
    return byte < 0x80 ? byte : this.#more(byte & 0x7f, 0x80)
  }

  /** -(2^53 - 1) to 2^53 - 1, and -0. */
  varInt(): number {
    const byte = this.uint8()
    const magnitude = byte < 0x80 ? byte & 0x3f : this.#more(byte & 0x3f, 0x40)
    return (byte & 0x40) > 0 ? -magnitude : magnitude
  }

  float32(): number {
    return this.#view.getFloat32(this.#advance(4))
  }

  float64(): number {
    return this.#view.getFloat64(this.#advance(8))
  }

  /** A count of things that take at least `bytesEach` bytes: refused before anyone makes room for them. */
  count(bytesEach: number): number {
    const count = this.varUint()
    if (count > this.remaining / bytesEach) return endsEarly()
    return count
  }

  string(): string {
    const length = this.count(1)
    const start = this.#advance(length)
    if (length < SHORT_STRING) {
      let text = ''
      for (let i = start; i < this.pos; i++) {
        const byte = this.bytes[i] ?? 0x80
        if (byte >= 0x80) return this.#decode(start)
        text += String.fromCharCode(byte)
      }
      return text
    }
    return this.#decode(start)
  }

  skipString(): void {
    this.#advance(this.count(1))
  }

  skip(length: number): void {
    this.#advance(length)
  }

  /** The rest of a number whose first byte said that it goes on: seven bits each, from `unit` up. */
  #more(first: number, unit: number): number {
    let value = first
    for (let scale = unit; scale <= Number.MAX_SAFE_INTEGER; scale *= 0x80) {
      const byte = this.uint8()
      value += (byte & 0x7f) * scale
      if (byte < 0x80 && value <= Number.MAX_SAFE_INTEGER) return value
    }
    return refuse('malformed', 'The update holds a number of more than 53 bits.')
  }

  #decode(start: number): string {
    try {
      return strictUtf8.decode(this.bytes.subarray(start, this.pos))
    } catch {
      return refuse('malformed', 'The update holds text that is not valid UTF-8.')
    }
  }

  #advance(length: number): number {
    if (length > this.remaining) return endsEarly()
    const start = this.pos
    this.pos += length
    return start
  }
}

function endsEarly(): never {
  return refuse(
    'malformed',
    'The update ends in the middle of a value. It was cut off on its way or is not a Yjs V1 update.',
  )
}
