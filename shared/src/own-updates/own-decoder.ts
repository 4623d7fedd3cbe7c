// Reads what an update of our own making holds: as Yjs' own decoder, but with texts that are shared and objects that are
// made in the size they need.
import * as decoding from 'lib0/decoding'
import * as Y from 'yjs'
import { ANY } from '../admission/json-wire.ts'
import { knownNext, nextShape, shapeOf, type JsonObject, type Shape } from './shapes.ts'
import { readText } from './string-reader.ts'

/** Throws at the end of the bytes, and where they are no UTF-8. */
export class OwnDecoder extends Y.UpdateDecoderV1 {
  /** What was read of the objects and arrays that are not whole yet, the outer ones first. */
  readonly #values: unknown[] = []

  override readString(): string {
    const start = passString(this.restDecoder)
    return readText(this.restDecoder.arr, start, this.restDecoder.pos)
  }

  override readAny(): unknown {
    const decoder = this.restDecoder
    switch (decoder.arr[decoder.pos]) {
      case ANY.string:
        decoder.pos++
        return this.readString()
      case ANY.object:
        decoder.pos++
        return this.#object()
      case ANY.array:
        decoder.pos++
        return this.#array()
      default:
        return decoding.readAny(decoder)
    }
  }

  #object(): JsonObject {
    const count = decoding.readVarUint(this.restDecoder)
    let shape = shapeOf(count)
    if (shape === undefined) return this.#table(count)
    const values = this.#values
    const base = values.length
    for (let i = 0; i < count; i++) {
      shape = this.#next(shape)
      values.push(this.readAny())
    }
    const object = shape.make(values, base)
    values.length = base
    return object
  }

  #next(shape: Shape): Shape {
    const { arr } = this.restDecoder
    const start = passString(this.restDecoder)
    const end = this.restDecoder.pos
    return knownNext(shape, arr, start, end) ?? nextShape(shape, readText(arr, start, end))
  }

  /** One with too many names for a shape. */
  #table(count: number): JsonObject {
    const object: JsonObject = {}
    for (let left = count; left > 0; left--) object[this.readString()] = this.readAny()
    return object
  }

  /** As large as it is: an array that is pushed to reserves more. */
  #array(): unknown[] {
    const values = this.#values
    const base = values.length
    for (let left = decoding.readVarUint(this.restDecoder); left > 0; left--) values.push(this.readAny())
    return values.splice(base)
  }
}

/** Passes the values over. */
export class OutlineDecoder extends OwnDecoder {
  override readAny(): undefined {
    const decoder = this.restDecoder
    switch (decoder.arr[decoder.pos]) {
      case ANY.string:
        decoder.pos++
        passString(decoder)
        return
      case ANY.object:
        decoder.pos++
        for (let left = decoding.readVarUint(decoder); left > 0; left--) {
          passString(decoder)
          this.readAny()
        }
        return
      case ANY.array:
        decoder.pos++
        for (let left = decoding.readVarUint(decoder); left > 0; left--) this.readAny()
        return
      default:
        decoding.readAny(decoder)
    }
  }
}

/** Moves behind a string and says where it starts. Throws at the end of the update, as lib0 does. */
function passString(decoder: decoding.Decoder): number {
  const length = decoding.readVarUint(decoder)
  const start = decoder.pos
  if (start + length > decoder.arr.length) throw new RangeError('the update ends in the middle of a string')
  decoder.pos = start + length
  return start
}
