// Takes in updates of our own making, as the log has them, and writes them again, in half the time Yjs alone takes: most
// of it went into short strings, the names of the entries' fields above all, for each of which lib0 makes a view and calls
// a decoder.
import { ByteWriter } from '@coppice/shared'
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'

const ANY_OBJECT = 118
const ANY_STRING = 119
const ANY_ARRAY = 117

/** Up to this many bytes a name is remembered, and plain ASCII is put together by hand. */
const SHORT_BYTES = 24
/** A power of two. */
const NAMES = 1024

/** A name as it stands in an update, and as text. */
interface Name {
  readonly bytes: Uint8Array
  readonly text: string
}

/** Names of fields and roots, by a hash of their bytes; the one that came last has the place. */
const names: (Name | undefined)[] = Array.from({ length: NAMES })

/** As `Y.applyUpdate`. For updates of our own encoding, from the log or on the way to it. */
export function applyOwnUpdate(doc: Y.Doc, update: Uint8Array): void {
  Y.applyUpdateV2(doc, update, undefined, OwnDecoder)
}

/** Writes the same bytes as Yjs' own. For the record, whose values are JSON. */
export class OwnEncoder extends Y.UpdateEncoderV1 {
  readonly #writer = new ByteWriter()

  override writeAny(value: unknown): void {
    this.#writer.clear()
    this.#writer.json(value)
    encoding.writeUint8Array(this.restEncoder, this.#writer.view())
  }
}

class OwnDecoder extends Y.UpdateDecoderV1 {
  readonly #buffer: Buffer

  constructor(decoder: decoding.Decoder) {
    super(decoder)
    const { arr } = decoder
    this.#buffer = Buffer.from(arr.buffer, arr.byteOffset, arr.byteLength)
  }

  override readString(): string {
    return this.#name()
  }

  override readAny(): unknown {
    const decoder = this.restDecoder
    switch (decoder.arr[decoder.pos]) {
      case ANY_STRING:
        decoder.pos++
        return this.#text()
      case ANY_OBJECT: {
        decoder.pos++
        const object: Record<string, unknown> = {}
        for (let left = decoding.readVarUint(decoder); left > 0; left--) object[this.#name()] = this.readAny()
        return object
      }
      case ANY_ARRAY: {
        decoder.pos++
        const array: unknown[] = []
        for (let left = decoding.readVarUint(decoder); left > 0; left--) array.push(this.readAny())
        return array
      }
      default:
        return decoding.readAny(decoder)
    }
  }

  #text(): string {
    const length = decoding.readVarUint(this.restDecoder)
    const start = this.#advance(length)
    if (length > SHORT_BYTES) return this.#buffer.toString('utf8', start, start + length)
    return this.#short(start, length)
  }

  #name(): string {
    const length = decoding.readVarUint(this.restDecoder)
    const start = this.#advance(length)
    if (length > SHORT_BYTES) return this.#buffer.toString('utf8', start, start + length)
    const bytes = this.#buffer
    let hash = length
    for (let i = start; i < start + length; i++) hash = (Math.imul(hash, 31) + (bytes[i] ?? 0)) | 0
    const place = hash & (NAMES - 1)
    const known = names[place]
    if (known !== undefined && isSame(known.bytes, bytes, start, length)) return known.text
    const text = this.#short(start, length)
    names[place] = { bytes: Uint8Array.from(bytes.subarray(start, start + length)), text }
    return text
  }

  #short(start: number, length: number): string {
    const bytes = this.#buffer
    let text = ''
    for (let i = start; i < start + length; i++) {
      const byte = bytes[i] ?? 0x80
      if (byte >= 0x80) return bytes.toString('utf8', start, start + length)
      text += String.fromCharCode(byte)
    }
    return text
  }

  /** Where what is read next starts. Throws at the end of the update, as lib0 does. */
  #advance(length: number): number {
    const start = this.restDecoder.pos
    if (start + length > this.#buffer.length) throw new RangeError('the update ends in the middle of a string')
    this.restDecoder.pos = start + length
    return start
  }
}

function isSame(known: Uint8Array, bytes: Uint8Array, start: number, length: number): boolean {
  if (known.length !== length) return false
  for (let i = 0; i < length; i++) if (known[i] !== bytes[start + i]) return false
  return true
}
