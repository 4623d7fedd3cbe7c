// How benches measure: contenders take turns in one process, garbage is collected between turns, medians are compared.
// Processor time of the thread, so that other work on the machine does not count.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** One line of docs/BENCH.md. */
export interface BenchRow {
  readonly what: string
  readonly ours: string
  readonly theirs: string
  /** The number the goal speaks about, with its unit, as "34×". */
  readonly ratio: string
  readonly goal: string
  readonly isMet: boolean | null
}

/** A contender: `prepare` is not timed, what it gives goes into `run`. */
export interface Contender<T> {
  readonly prepare: () => T
  readonly run: (prepared: T) => unknown
}

setFlagsFromString('--expose-gc')
const collectGarbage: unknown = runInNewContext('gc')

/** Median processor times in ms, in order of the contenders. The first round warms up and is not counted. */
export function takeTurns(rounds: number, contenders: readonly Contender<unknown>[]): number[] {
  const times = contenders.map((): number[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [n, { prepare, run }] of contenders.entries()) {
      const prepared = prepare()
      if (typeof collectGarbage === 'function') collectGarbage()
      const started = threadMs()
      run(prepared)
      const took = threadMs() - started
      if (round > 0) times[n]?.push(took)
    }
  }
  return times.map(median)
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export function contender<T>(prepare: () => T, run: (prepared: T) => unknown): Contender<unknown> {
  let prepared: T
  return { prepare: () => void (prepared = prepare()), run: () => run(prepared) }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  const upper = sorted[half] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? Number.NaN)) / 2
}

export function inMs(ms: number): string {
  if (ms < 1) return `${(ms * 1000).toPrecision(3)} µs`
  return ms < 1000 ? `${ms.toPrecision(3)} ms` : `${(ms / 1000).toPrecision(3)} s`
}

export function times(ratio: number): string {
  return `${ratio >= 100 ? Math.round(ratio) : ratio.toPrecision(2)}×`
}
