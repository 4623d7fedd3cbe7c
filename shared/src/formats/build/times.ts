// Times as files hold them → the ISO text of an entry.

const MAX_TIME_MS = 8.64e15

/** ISO time (UTC, ms) of an ISO text or of a number in the unit given; undefined for anything else. */
export function isoTime(value: unknown, unit: 'ms' | 's' = 'ms'): string | undefined {
  const ms = typeof value === 'number' ? value * (unit === 's' ? 1000 : 1) : textTime(value)
  return ms !== undefined && Math.abs(ms) <= MAX_TIME_MS ? new Date(ms).toISOString() : undefined
}

function textTime(value: unknown): number | undefined {
  const ms = typeof value === 'string' && /^\s*[+-]?\d/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}
