// Writes the primitives of an update and JSON values, byte for byte as lib0 does, at a fraction of its time: a large file
// is millions of short strings, and lib0 makes two views and a copy for each.
import { ANY, varUintBytes } from './json-wire.ts'

const utf8 = new TextEncoder()

/** Up to this length, plain ASCII is written by hand: faster than a call into the encoder. */
const SHORT_STRING = 40
const FIRST_BYTES = 4 * 1024
/** Of UTF-8, for one UTF-16 code unit. */
const MOST_BYTES_PER_UNIT = 3
const MAX_INTEGER = 0x7fffffff

export class ByteWriter {
  /** Bytes written so far. */
  length = 0
  #bytes = new Uint8Array(FIRST_BYTES)
  #view = new DataView(this.#bytes.buffer)

  /** A copy of what was written. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.length)
  }

  /** What was written, until more is. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.length)
  }

  clear(): void {
    this.length = 0
  }

  uint8(byte: number): void {
    this.#reserve(1)
    this.#bytes[this.length++] = byte
  }

  /** 0 to 2^53 - 1. */
  varUint(value: number): void {
    this.#reserve(8)
    let rest = value
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#bytes[this.length++] = 0x80 | (rest % 0x80)
    this.#bytes[this.length++] = rest
  }

  /** Its length in bytes, then UTF-8. Half a surrogate pair becomes U+FFFD. */
  string(text: string): void {
    if (text.length <= SHORT_STRING && this.#ascii(text)) return
    this.#reserve(8 + text.length * MOST_BYTES_PER_UNIT)
    // The length stands before the text: room for it is guessed, and the text moved where it takes more.
    const guessed = varUintBytes(text.length)
    const start = this.length + guessed
    const { written } = utf8.encodeInto(text, this.#bytes.subarray(start))
    const needed = varUintBytes(written)
    if (needed > guessed) this.#bytes.copyWithin(start + needed - guessed, start, start + written)
    this.varUint(written)
    this.length += written
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  /** A value that JSON can hold, nested as deep as an entry may be. Undefined is written as lib0 does; all else throws. */
  json(value: unknown): void {
    switch (typeof value) {
      case 'string':
        this.uint8(ANY.string)
        return this.string(value)
      case 'number':
        return this.#number(value)
      case 'boolean':
        return this.uint8(value ? ANY.true : ANY.false)
      case 'undefined':
        return this.uint8(ANY.undefined)
      case 'object':
        return value === null ? this.uint8(ANY.null) : this.#compound(value)
      default:
        throw new TypeError(`a ${typeof value} is no JSON value`)
    }
  }

  #compound(value: object): void {
    if (Array.isArray(value)) {
      this.uint8(ANY.array)
      this.varUint(value.length)
      for (const item of value) this.json(item)
      return
    }
    const names = Object.keys(value)
    this.uint8(ANY.object)
    this.varUint(names.length)
    for (const name of names) {
      this.string(name)
      this.json(Reflect.get(value, name))
    }
  }

  #number(value: number): void {
    if (Number.isInteger(value) && Math.abs(value) <= MAX_INTEGER) {
      this.uint8(ANY.integer)
      return this.#varInt(value)
    }
    this.#reserve(9)
    const isSingle = Math.fround(value) === value
    this.#bytes[this.length++] = isSingle ? ANY.float32 : ANY.float64
    if (isSingle) this.#view.setFloat32(this.length, value)
    else this.#view.setFloat64(this.length, value)
    this.length += isSingle ? 4 : 8
  }

  /** The sign has a bit of its own, so that there is a -0. */
  #varInt(value: number): void {
    const magnitude = Math.abs(value)
    const sign = value < 0 || Object.is(value, -0) ? 0x40 : 0
    if (magnitude < 0x40) return this.uint8(sign | magnitude)
    this.uint8(0x80 | sign | (magnitude & 0x3f))
    this.varUint(magnitude >> 6)
  }

  /** False, and nothing written, for text beyond ASCII. */
  #ascii(text: string): boolean {
    this.#reserve(1 + text.length)
    const start = this.length + 1
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      if (unit >= 0x80) return false
      this.#bytes[start + i] = unit
    }
    this.#bytes[this.length] = text.length
    this.length = start + text.length
    return true
  }

  #reserve(more: number): void {
    const needed = this.length + more
    if (needed <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(needed, 2 * this.#bytes.length))
    grown.set(this.#bytes.subarray(0, this.length))
    this.#bytes = grown
    this.#view = new DataView(grown.buffer)
  }
}
