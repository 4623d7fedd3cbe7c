// Finds what a JSON text says that would not survive parse, storage in a Y.Doc and stringify.
import { isExactNumber } from './number.ts'

export type Loss = 'lone surrogate' | '"__proto__" key' | 'number' | 'repeated key' | 'key order'

export interface JsonScan {
  /** Deepest nesting; 1 for a flat object, 0 for a bare value. */
  readonly depth: number
  /** What would be lost, each kind once, in the order of first sight. */
  readonly losses: readonly Loss[]
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/
/** Keys that engines list first and in numeric order, whatever the text says. */
const INDEX_KEY = /^(?:0|[1-9]\d{0,9})$/
const MAX_INDEX_KEY = 2 ** 32 - 2

interface OpenObject {
  readonly keys: Set<string>
  highestIndex: number
  hasNames: boolean
}

/** @param text a valid JSON text: callers parse first. Linear, without recursion. */
export function scanJson(text: string): JsonScan {
  const losses = new Set<Loss>()
  const open: (OpenObject | null)[] = []
  const mayHoldLoneSurrogates = SURROGATE_ESCAPE.test(text) || !text.isWellFormed()
  let depth = 0
  let isKeyNext = false
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(text, at)
      const literal = text.slice(at, end)
      if (mayHoldLoneSurrogates && !valueOf(literal).isWellFormed()) losses.add('lone surrogate')
      const object = open.at(-1)
      if (isKeyNext && object) noteKey(object, valueOf(literal), losses)
      at = end
      continue
    }
    if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      NUMBER.lastIndex = at
      const token = NUMBER.exec(text)?.[0] ?? '0'
      if (!isExactNumber(token)) losses.add('number')
      at += token.length
      continue
    }
    switch (code) {
      case 0x7b: // {
        open.push({ keys: new Set(), highestIndex: -1, hasNames: false })
        depth = Math.max(depth, open.length)
        isKeyNext = true
        break
      case 0x5b: // [
        open.push(null)
        depth = Math.max(depth, open.length)
        break
      case 0x7d: // }
      case 0x5d: // ]
        open.pop()
        break
      case 0x2c: // ,
        isKeyNext = true
        break
      case 0x3a: // :
        isKeyNext = false
        break
      default:
    }
    at += 1
  }
  return { depth, losses: [...losses] }
}

function noteKey(object: OpenObject, key: string, losses: Set<Loss>): void {
  if (object.keys.has(key)) losses.add('repeated key')
  object.keys.add(key)
  if (key === '__proto__') losses.add('"__proto__" key')
  if (INDEX_KEY.test(key) && Number(key) <= MAX_INDEX_KEY) {
    if (object.hasNames || Number(key) < object.highestIndex) losses.add('key order')
    object.highestIndex = Math.max(object.highestIndex, Number(key))
  } else object.hasNames = true
}

/** The place behind the closing quote of the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end + 1
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text.charCodeAt(before) === BACKSLASH) before -= 1
  return (at - before) % 2 === 0
}

function valueOf(literal: string): string {
  return literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1)
}
