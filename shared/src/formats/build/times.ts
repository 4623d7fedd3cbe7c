// Times as files hold them → the ISO text of an entry.

/** The last moment that a date can be. */
export const MAX_TIME_MS = 8.64e15

/** ISO time (UTC, ms) of an ISO text or of a number in the unit given; undefined for anything else. */
export function isoTime(value: unknown, unit: 'ms' | 's' = 'ms'): string | undefined {
  const ms = typeof value === 'number' ? value * (unit === 's' ? 1000 : 1) : textTime(value)
  return ms !== undefined && Math.abs(ms) <= MAX_TIME_MS ? new Date(ms).toISOString() : undefined
}

const ZONE = /(?:[zZ]|UTC|GMT|[+-]\d{2}:?\d{2})(?:\s*\([^)]*\))?\s*$/
const ISO_DATE = /^\s*[+-]?\d{4,6}-\d{2}(?:-\d{2})?\s*$/
const ISO_TIME = /^\s*([+-]?\d{4,6}-\d{2}-\d{2})[T ](\d{2}:\d{2}\S*)\s*$/

/** A text without a zone is UTC: where a file is read must not change it. */
function textTime(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\s*[+-]?\d/.test(value)) return undefined
  const ms = Date.parse(ZONE.test(value) || ISO_DATE.test(value) ? value : inUtc(value))
  return Number.isNaN(ms) ? undefined : ms
}

function inUtc(text: string): string {
  const [, date, time] = ISO_TIME.exec(text) ?? []
  return date === undefined ? `${text} UTC` : `${date}T${time}Z`
}
