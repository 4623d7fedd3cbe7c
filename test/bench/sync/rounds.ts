// Takes contenders in turn through a workload, round after round. One that fails says so in the report and does not stop
// the others.
import type { Contender } from './contenders.ts'
import { watchOthers } from './process-usage.ts'
import { turns } from './turns.ts'

export interface Outcome<T> {
  readonly contender: Contender
  /** One per round that came through. */
  readonly results: readonly T[]
  readonly failures: readonly string[]
}

export interface Measured<T> {
  readonly outcomes: readonly Outcome<T>[]
  readonly rounds: number
  /** Share of all processors that other processes used meanwhile, 0 to 1; NaN where it cannot be told. */
  readonly others: number
}

export async function inTurns<T>(
  contenders: readonly Contender[],
  rounds: number,
  measure: (contender: Contender, round: number) => Promise<T>,
): Promise<Measured<T>> {
  const outcomes = contenders.map((contender) => ({ contender, results: [] as T[], failures: [] as string[] }))
  const others = watchOthers()
  for (const [round, order] of turns(outcomes, rounds).entries())
    for (const { contender, results, failures } of order) {
      const startedMs = performance.now()
      try {
        results.push(await measure(contender, round))
      } catch (error) {
        // reason: said in the report, beside what the others did
        failures.push(error instanceof Error ? error.message : String(error))
      }
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
      const note = failures.length > 0 ? `: ${failures.at(-1)}` : ''
      process.stderr.write(`  round ${round + 1} of ${rounds}, ${contender.name}, ${seconds} s${note}\n`)
    }
  return { outcomes, rounds, others: others() }
}
