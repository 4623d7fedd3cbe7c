// Recognises text that stores without a loss at a glance: what JSON.stringify wrote in the first place.
import type { JsonValue } from './json.ts'

const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/

/**
 * True only when `scanJson` would find no loss and no nesting beyond `maxDepth`: the text is, byte for byte, what its
 * value is written as. False says nothing. Many times faster than the scan.
 * @param value of the whole text
 */
export function isAsStringified(text: string, value: JsonValue, maxDepth: number): boolean {
  if (text.includes('__proto__')) return false
  // Half a pair that stands there as it is would be written as an escape; one that is escaped, just so.
  if (text.includes(String.raw`\u`) && SURROGATE_ESCAPE.test(text)) return false
  // Invariant: asked first, because JSON.stringify recurses.
  return hasFewBrackets(text, maxDepth) && JSON.stringify(value) === text
}

/** No text is nested deeper than it has opening brackets. Those inside of strings are counted too. */
function hasFewBrackets(text: string, most: number): boolean {
  let left = most
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      if (left === 0) return false
      left -= 1
    }
  }
  return true
}
