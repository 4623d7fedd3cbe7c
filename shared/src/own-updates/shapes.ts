// The shapes of objects that were read before: which names follow one another. An object of a known shape is made in one
// go, as large as it will be; put together name by name, it would be moved to a larger place every few names. In V8 that
// takes twice the time, and the memory that was reserved stays.
import { isText } from './string-reader.ts'

/** Shapes that are remembered, parts of shapes included: objects with names of all kinds must not fill the memory. */
const MAX_SHAPES = 4096
/** Objects with more names are made name by name. */
const MAX_NAMES = 64
/** After so many other names in a place, it is no shape but a table. */
const MAX_NEXT = 32

export type JsonObject = Record<string, unknown>

/** The names of an object up to one of them. */
export class Shape {
  readonly name: string
  readonly before: Shape | null
  readonly next: Shape[] = []
  #made: Made | undefined

  constructor(name: string, before: Shape | null) {
    this.name = name
    this.before = before
  }

  /** An object with these names, in this order, and the values that stand in a list from a place on. */
  make(values: readonly unknown[], from: number): JsonObject {
    const { names, template } = (this.#made ??= madeOf(this))
    const object = { ...template }
    for (let i = 0; i < names.length; i++) object[names[i] ?? ''] = values[from + i]
    return object
  }
}

interface Made {
  readonly names: readonly string[]
  readonly template: JsonObject
}

/** By the number of names. */
const roots: readonly Shape[] = Array.from({ length: MAX_NAMES + 1 }, () => new Shape('', null))
let count = 0

/** Where a walk over the names of an object begins; undefined when it has too many. */
export function shapeOf(names: number): Shape | undefined {
  return roots[names]
}

/** The shape that goes on with a name that stands in bytes; undefined when none is known. */
export function knownNext(shape: Shape, bytes: Uint8Array, start: number, end: number): Shape | undefined {
  for (const next of shape.next) if (isText(next.name, bytes, start, end)) return next
  return undefined
}

/** The shape that goes on with a name. It may be one that is forgotten after use. */
export function nextShape(shape: Shape, name: string): Shape {
  const known = shape.next.find((next) => next.name === name)
  if (known !== undefined) return known
  const next = new Shape(name, shape)
  if (count < MAX_SHAPES && shape.next.length < MAX_NEXT) {
    shape.next.push(next)
    count++
  }
  return next
}

/** `JSON.parse` makes objects as large as they need to be, and a copy by spreading keeps that. */
function madeOf(shape: Shape): Made {
  const names: string[] = []
  for (let at = shape; at.before !== null; at = at.before) names.push(at.name)
  names.reverse()
  const fields = names.map((name) => `${JSON.stringify(name)}:null`)
  return { names, template: JSON.parse(`{${fields.join(',')}}`) as JsonObject }
}
