// Which conversations of a file are to be imported: finding them, choosing them, and saying how many they are.
import type { ImportChoice, ImportNote } from '../../../sdk/api.ts'
import { count, counted } from '../../words/number-words.ts'

/** The chosen places with these ones chosen, or not; all others stay as they were. */
export function withChosen(
  chosen: ReadonlySet<number>,
  choices: readonly ImportChoice[],
  isChosen: boolean,
): ReadonlySet<number> {
  const places = new Set(chosen)
  for (const { place } of choices) {
    if (isChosen) places.add(place)
    else places.delete(place)
  }
  return places
}

/** "Import 12 of 85", "Import all 85". */
export function importWords(chosen: number, all: number): string {
  return chosen === all ? `Import all ${count(all)}` : `Import ${count(chosen)} of ${count(all)}`
}

/** What is to be known of a damaged file before one chooses; undefined of a whole one. */
export function damageWords(notes: readonly ImportNote[]): string | undefined {
  if (notes.length === 0) return undefined
  const where = notes.length === 1 ? 'in one place' : `in ${counted(notes.length, 'place')}`
  return `This file is damaged ${where}. What can be read is listed below; for the rest, export it again.`
}
