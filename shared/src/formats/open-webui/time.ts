// Times of Open WebUI: seconds, and in some of its files milliseconds.
import { isoTime } from '../build/times.ts'
import type { JsonValue } from '../json/json.ts'

/** As seconds this is the year 5138, as milliseconds 1973. */
const FIRST_MS = 1e11

export function timeOf(value: JsonValue | undefined): string | undefined {
  return isoTime(value, typeof value === 'number' && Math.abs(value) < FIRST_MS ? 's' : 'ms')
}
