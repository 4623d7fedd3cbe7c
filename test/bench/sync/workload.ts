// A workload of the bench: what it measures, and how it says what it found.
import { conditions } from '../conditions.ts'
import type { Effort } from './effort.ts'
import type { Measured } from './rounds.ts'

export interface Workload {
  /** Heading of its section in the report. */
  readonly title: string
  /** Measures, and gives the section as Markdown. */
  run(effort: Effort): Promise<string>
}

/** A section: what was done, what came out, under which conditions. */
export function wordsOf(measured: Measured<unknown>, what: string, tables: string): string {
  const rounds = measured.rounds === 1 ? 'One round' : `Medians of ${measured.rounds} interleaved rounds`
  return `${what}\n\n${tables}\n\n${rounds}. ${conditions(measured.others)}`
}
