// What happened to a file, for people: as the import says it, in lines for a terminal.
import type { ImportReport, Note } from '@coppice/shared/formats'
import { plainLine } from './plain-line.ts'

/** Longer lists help nobody on a terminal; `--json` has them all. */
const MAX_SHOWN = 20

export function reportLines({ repaired, keptAsIs, leftOut }: ImportReport): string[] {
  return [...notes('Repaired', repaired), ...notes('Kept as it is', keptAsIs), ...notes('Left out', leftOut)]
}

export function hasLosses({ leftOut }: ImportReport): boolean {
  return leftOut.length > 0
}

function notes(title: string, list: readonly Note[]): string[] {
  if (list.length === 0) return []
  const place = (line: number | undefined): string => (line === undefined ? '' : `line ${line}: `)
  return [`${title}:`, ...shownLines(list, ({ line, message }) => `${place(line)}${plainLine(message)}`)]
}

/** The first of a list, indented, and how many there are besides. */
export function shownLines<Item>(list: readonly Item[], lineOf: (item: Item) => string): string[] {
  const shown = list.slice(0, MAX_SHOWN).map((item) => `  ${lineOf(item)}`)
  const rest = list.length - MAX_SHOWN
  return rest > 0 ? [...shown, `  and ${rest} more; --json has all of them`] : shown
}
