// When the facts that a new one would replace were written: labels by target, the session's name. A fact is stamped later
// than the one it replaces, also where that one is dated in the future (imported files have such).
import type { Entry, EntryType } from '../entry/entry.ts'
import { timeOf } from '../tree/order.ts'

export class FactTimes {
  readonly #latest = new Map<string, number>()

  note(entry: Entry): void {
    const about = subjectOf(entry)
    if (about === undefined) return
    const time = timeOf(entry)
    if (time > (this.#latest.get(about) ?? Number.NEGATIVE_INFINITY)) this.#latest.set(about, time)
  }

  /** Unix time in ms of the latest fact about the same thing; -Infinity when there is none, or this is no such fact. */
  latest(entry: Entry): number {
    const about = subjectOf(entry)
    return (about === undefined ? undefined : this.#latest.get(about)) ?? Number.NEGATIVE_INFINITY
  }
}

/** Whether entries of a type may be such facts. */
export function mayReplace(type: EntryType | undefined): boolean {
  return type === 'label' || type === 'session_info'
}

/** Whether an entry is a fact that takes the place of an earlier one. */
export function isReplacing(entry: Entry): boolean {
  return subjectOf(entry) !== undefined
}

function subjectOf(entry: Entry): string | undefined {
  if (entry.type === 'label') return `label ${entry.targetId}`
  return entry.type === 'session_info' ? 'name' : undefined
}
