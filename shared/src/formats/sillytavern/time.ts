// Times as SillyTavern wrote them over the years.
import { isoTime } from '../build/times.ts'
import type { JsonValue } from '../json/json.ts'

/** As in `2024-5-28@18h08m55s014ms`, with spaces in some versions. */
const MARKED = /^(\d{4})-(\d{1,2})-(\d{1,2}) ?@ ?(\d{1,2})h ?(\d{1,2})m ?(\d{1,2})s ?(?:(\d{1,3})ms)?$/
/** As in `August 14, 2023 2:05pm`. */
const SPOKEN = /^([A-Z][a-z]{2})[a-z]* (\d{1,2}), (\d{4}) (\d{1,2}):(\d{2}) ?([ap])m$/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** ISO. Times without a zone are taken as UTC; undefined for what is no time. */
export function timeOf(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string') return isoTime(value)
  const text = value.trim()
  if (/^\d{12,}$/.test(text)) return isoTime(Number(text))
  const marked = MARKED.exec(text)
  if (marked !== null) {
    const [year, month, day, hour, minute, second, ms] = marked.slice(1).map((part) => Number(part ?? 0))
    return isoTime(Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second, ms))
  }
  const spoken = SPOKEN.exec(text)
  if (spoken === null) return isoTime(text)
  const [, name = '', day, year, hour, minute, half = ''] = spoken
  const month = MONTHS.indexOf(name.toLowerCase())
  const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return month === -1 ? undefined : isoTime(Date.UTC(Number(year), month, Number(day), hours, Number(minute)))
}
