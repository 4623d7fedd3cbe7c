// What a workload measured, as tables: a row per contender, the ratio to a peer where a goal names one, and the goals.
import { CONTENDERS, type ContenderId } from './contenders.ts'
import type { Measured, Outcome } from './rounds.ts'

export interface Column<T> {
  readonly head: string
  /** The figure of one round. */
  readonly of: (result: T) => number
  /** What ours is to be: at most so many times the figure of a peer, or at most so much. */
  readonly goal?: { readonly atMost: number; readonly times?: ContenderId }
}

const NOTHING = '–'

/** Markdown: the table, the goals of its columns, and what failed. */
export function comparison<T>({ outcomes }: Measured<T>, columns: readonly Column<T>[]): string {
  const table = markdownTable([
    [
      '',
      ...columns.map(({ head, goal }) =>
        goal?.times === undefined ? head : `${head} (× ${nameOf(outcomes, goal.times)})`,
      ),
    ],
    ...outcomes.map((outcome) => [outcome.contender.name, ...columns.map((column) => cell(outcomes, outcome, column))]),
  ])
  return [table, goalTable(outcomes, columns), failureList(outcomes)].filter((part) => part !== '').join('\n\n')
}

/** The median of the figures that are there; NaN when there is none. */
export function medianOf(figures: readonly number[]): number {
  const sorted = figures.filter((figure) => !Number.isNaN(figure)).sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN
  return (lower + upper) / 2
}

/** Three digits, thousands set apart. */
export function figure(value: number): string {
  if (Number.isNaN(value)) return NOTHING
  if (Number.isInteger(value) || Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(3)))
}

function cell<T>(outcomes: readonly Outcome<T>[], outcome: Outcome<T>, { of, goal }: Column<T>): string {
  if (outcome.results.length === 0 && outcome.failures.length > 0) return 'failed'
  const value = medianOf(outcome.results.map(of))
  if (goal?.times === undefined || Number.isNaN(value)) return figure(value)
  const ratio = value / valueOf(outcomes, goal.times, of)
  return Number.isNaN(ratio) ? figure(value) : `${figure(value)} (${ratio.toFixed(2)}×)`
}

function goalTable<T>(outcomes: readonly Outcome<T>[], columns: readonly Column<T>[]): string {
  const rows = columns.flatMap(({ head, of, goal }) => {
    if (goal === undefined) return []
    const ours = valueOf(outcomes, 'ours', of)
    const reached = goal.times === undefined ? ours : ours / valueOf(outcomes, goal.times, of)
    const isMet = Number.isNaN(reached) ? 'not measured' : reached <= goal.atMost ? 'yes' : '**no**'
    if (goal.times === undefined) return [[head, figure(goal.atMost), figure(reached), isMet]]
    const beside = `${goal.atMost}× of ${nameOf(outcomes, goal.times)}`
    return [[head, `at most ${beside}`, Number.isNaN(reached) ? NOTHING : `${reached.toFixed(2)}×`, isMet]]
  })
  return rows.length === 0 ? '' : markdownTable([['goal', 'wanted', 'ours', 'met'], ...rows])
}

function failureList<T>(outcomes: readonly Outcome<T>[]): string {
  return outcomes
    .flatMap(({ contender, failures }) =>
      failures.map((failure) => `- A round of ${contender.name} failed: ${failure}`),
    )
    .join('\n')
}

function valueOf<T>(outcomes: readonly Outcome<T>[], id: ContenderId, of: (result: T) => number): number {
  return medianOf(outcomes.find(({ contender }) => contender.id === id)?.results.map(of) ?? [])
}

function nameOf<T>(outcomes: readonly Outcome<T>[], id: ContenderId): string {
  const taking = outcomes.map(({ contender }) => contender)
  return [...taking, ...CONTENDERS].find((contender) => contender.id === id)?.name ?? id
}

function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |')
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}
