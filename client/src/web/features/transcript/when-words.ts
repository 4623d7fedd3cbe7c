// When something was written, as short as it can be understood.
import { clockTime, fullTime } from '../../words/time-words.ts'

const DAY_MS = 86_400_000
const dayAndMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const withYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const seconds = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'second', unitDisplay: 'narrow' })
const minutes = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'minute', unitDisplay: 'narrow' })
const hours = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'hour', unitDisplay: 'narrow' })
const dollars = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
})

/** "14:02" today, "3 Nov" this year, "3 Nov 2024" before; '' for a time that cannot be read. */
export function whenWords(timestamp: string, nowMs: number): string {
  const ms = Date.parse(timestamp)
  if (Number.isNaN(ms)) return ''
  if (nowMs - ms < DAY_MS && new Date(ms).getDate() === new Date(nowMs).getDate()) return clockTime(ms)
  return `${(nowMs - ms < 300 * DAY_MS ? dayAndMonth : withYear).format(ms)}, ${clockTime(ms)}`
}

/** Date and time in full; what stands there for a time that cannot be read. */
export function whenInFull(timestamp: string): string {
  const ms = Date.parse(timestamp)
  return Number.isNaN(ms) ? timestamp : fullTime(ms)
}

/** "41s", "2m 10s", "1h 44m" */
export function durationWords(ms: number): string {
  const whole = Math.round(ms / 1_000)
  if (whole < 60) return seconds.format(Math.max(1, whole))
  const wholeMinutes = Math.round(whole / 60)
  if (wholeMinutes < 60) return together(minutes, Math.floor(whole / 60), seconds, whole % 60)
  return together(hours, Math.floor(wholeMinutes / 60), minutes, wholeMinutes % 60)
}

function together(large: Intl.NumberFormat, whole: number, small: Intl.NumberFormat, rest: number): string {
  return rest === 0 ? large.format(whole) : `${large.format(whole)} ${small.format(rest)}`
}

/** "$0.13" */
export function costWords(dollarsSpent: number): string {
  return dollarsSpent > 0 && dollarsSpent < 0.005 ? `<${dollars.format(0.01)}` : dollars.format(dollarsSpent)
}
