// Reads a JSON file of many conversations, one at a time: the objects of a top-level list, or the one object (FM19).
import { closeCutJson } from './cut-tail.ts'
import { nextElementText, type ElementText } from './element-text.ts'
import { isJsonObject, parseJson, type JsonObject } from './json.ts'
import { TextSource } from './text-source.ts'

export interface JsonElement {
  readonly kind: 'element'
  readonly value: JsonObject
  /** 1-based line it starts on. */
  readonly line: number
  /** It is damaged, or the file ends inside of it: this is what stands before. */
  readonly isCut: boolean
}

/** Something in the file that became no element. */
export interface Damage {
  readonly kind: 'damage'
  readonly line: number
  /** A sentence for people. */
  readonly message: string
}

/** What is read again while looking for the next whole element, in characters: a damaged file must not cost minutes. */
const MAX_READ_AGAIN = 256 * 1024 * 1024
/** What means something in a regular expression. */
const SPECIAL = /[$()*+./?[\\\]^{|}-]/g
/** A new element starts within so many characters, or it is not found across two pieces. */
const MAX_START_LENGTH = 512

/**
 * The elements in file order. A damaged one costs itself: the next one that starts like the first is looked for.
 * @param isElement tells an element from an object inside of one; what fails it is reported
 */
export function* readElements(
  chunks: Iterable<string>,
  isElement: (value: JsonObject) => boolean,
): Generator<JsonElement | Damage> {
  const source = new TextSource(chunks)
  let start: RegExp | undefined
  let readAgain = 0
  let isLost = false
  for (let found = nextElementText(source); found !== undefined; found = nextElementText(source)) {
    start ??= startLike(found.text)
    const { element, end } = parseElement(found)
    const isGood = element !== undefined && isElement(element.value)
    if (isGood) yield element
    else if (!isLost) {
      const what = element === undefined ? 'is damaged or cut off' : 'is no conversation of this format'
      yield damage(found, what)
    }
    isLost = !isGood && (isLost || element === undefined)
    if (element !== undefined && !element.isCut) continue
    const at = start === undefined ? -1 : startAfter(start, found.text, end)
    if (at !== -1) {
      isLost = true
      readAgain += found.text.length - at
      if (readAgain > MAX_READ_AGAIN) return
      source.putBack(found.text.slice(at))
    } else if (start !== undefined) skipToStart(source, start)
  }
}

interface ParsedElement {
  readonly element?: JsonElement
  /** How much of the text is in it: where to go on looking. */
  readonly end: number
}

function parseElement({ text, line, isWhole }: ElementText): ParsedElement {
  const closed = isWhole ? { text, end: text.length } : closeCutJson(text)
  const value = closed === undefined ? undefined : parseJson(closed.text)
  if (closed === undefined || !isJsonObject(value)) return { end: 1 }
  return { element: { kind: 'element', value, line, isCut: !isWhole }, end: closed.end }
}

function damage({ line, text }: ElementText, what: string): Damage {
  const message = `What starts on line ${line} ${what} and was left out (${text.length} characters).`
  return { kind: 'damage', line, message }
}

/** Finds where an element starts: behind a comma, with the first key that the file's first element has. */
function startLike(text: string): RegExp | undefined {
  const key = /^\{\s*("(?:[^"\\]|\\.){0,64}")\s*:/.exec(text)?.[1]
  return key === undefined
    ? undefined
    : new RegExp(`,\\s{0,64}\\{\\s{0,64}${key.replaceAll(SPECIAL, '\\$&')}\\s{0,64}:`, 'g')
}

/** The place of the bracket that opens the next element. */
function startAfter(start: RegExp, text: string, from: number): number {
  start.lastIndex = from
  const match = start.exec(text)
  return match === null ? -1 : text.indexOf('{', match.index)
}

/** Takes everything up to the next start, or to the end. */
function skipToStart(source: TextSource, start: RegExp): void {
  let tail = ''
  for (let chunk = source.peek(); chunk !== ''; chunk = source.peek()) {
    source.take(chunk.length)
    const text = tail + chunk
    const at = startAfter(start, text, 0)
    if (at !== -1) return source.putBack(text.slice(at))
    tail = text.slice(-MAX_START_LENGTH)
  }
}
