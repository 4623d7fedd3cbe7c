// Times as people say them, in the language of the browser.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' })
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' })

/** "now", "5 min ago", "yesterday", and from a week on the date. */
export function ago(thenMs: number, nowMs: number): string {
  const past = nowMs - thenMs
  if (past < MINUTE_MS) return relative.format(0, 'second')
  if (past < HOUR_MS) return relative.format(-Math.floor(past / MINUTE_MS), 'minute')
  if (past < DAY_MS) return relative.format(-Math.floor(past / HOUR_MS), 'hour')
  if (past < 7 * DAY_MS) return relative.format(-Math.floor(past / DAY_MS), 'day')
  return day.format(thenMs)
}

/** "14:02" */
export function clockTime(ms: number): string {
  return clock.format(ms)
}

/** Date and time, for a tooltip. */
export function fullTime(ms: number): string {
  return full.format(ms)
}
