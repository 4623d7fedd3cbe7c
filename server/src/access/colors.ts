// Which of the eight colours a newcomer to a session gets.
import { PERSON_COLORS, type Person } from '@coppice/shared'

/** The colour that the fewest of these people have; the lowest slot among equals. */
export function leastUsedColor(people: Iterable<Person>): number {
  const uses = Array.from({ length: PERSON_COLORS }, () => 0)
  for (const { color } of people) uses[color] = (uses[color] ?? 0) + 1
  return uses.indexOf(Math.min(...uses))
}
