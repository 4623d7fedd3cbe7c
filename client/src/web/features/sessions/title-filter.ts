// Finding sessions by the words of their titles.
import { counted } from '../../words/number-words.ts'

/** From this many on a list can be filtered. */
const FILTERED_FROM = 9

export function isFiltered(titled: readonly unknown[]): boolean {
  return titled.length >= FILTERED_FROM
}

/** Those whose title has all words of the filter in it, whatever their case. */
export function matching<Titled extends { readonly title: string }>(
  all: readonly Titled[],
  filter: string,
): readonly Titled[] {
  const words = filter
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return all
  return all.filter(({ title }) => {
    const low = title.toLocaleLowerCase()
    return words.every((word) => low.includes(word))
  })
}

/** "2,110 sessions", "12 of 2,110 sessions" */
export function sessionsWords(shown: number, all: number): string {
  return shown === all ? counted(all, 'session') : `${shown.toLocaleString()} of ${counted(all, 'session')}`
}
