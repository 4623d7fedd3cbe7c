// Which entries say something about a session rather than going on with it.
import { isFact, type Entry } from '../entry/entry.ts'

/** Facts, and what extensions note down: a branch of nothing else is no place to go on from (TR7). */
export function isBookkeeping(entry: Entry): boolean {
  return isFact(entry) || entry.type === 'custom'
}
