// What is said of a file while the server reads it.
import { byteWords, count } from '../../words/number-words.ts'

/** Shorter than this, nobody wonders. */
const WONDERED_S = 3

export function readingWords(bytes: number, seconds: number): string {
  const sent = `${byteWords(bytes)} sent`
  return seconds < WONDERED_S
    ? `${sent} · the server reads it`
    : `${sent} · the server has been reading for ${count(seconds)} s`
}
