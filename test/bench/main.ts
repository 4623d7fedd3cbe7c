// Runs the benches and writes what they measured to docs/BENCH.md. `pnpm bench`; `pnpm bench tree` or `pnpm bench
// latency` runs one of them and only prints.
import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { measureLatency } from './latency.ts'
import { inMs, times, type BenchRow } from './measure.ts'
import { treeRows } from './tree.ts'

/** Clients in a room. */
const ROOM_SIZES = [2, 20]

const SUITES: Readonly<Record<string, () => Promise<BenchRow[]>>> = { tree: treeRows, latency: latencyRows }
const docs = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'docs')

async function main(names: readonly string[]): Promise<void> {
  const wanted = names.length > 0 ? names : Object.keys(SUITES)
  const [load = 0] = loadavg()
  const rows: BenchRow[] = []
  for (const name of wanted) {
    const suite = SUITES[name]
    if (suite === undefined)
      throw new Error(`There is no bench "${name}". Take one of: ${Object.keys(SUITES).join(', ')}.`)
    rows.push(...(await suite()))
  }
  const table = [
    '| what | ours | beside | ratio | goal | met |',
    '|---|---|---|---|---|---|',
    ...rows.map(({ what, ours, theirs, ratio, goal, isMet }) =>
      ['', what, ours, theirs, ratio, goal, isMet === null ? 'not measured' : isMet ? 'yes' : '**no**', '']
        .join(' | ')
        .trim(),
    ),
  ].join('\n')
  process.stdout.write(`${table}\n`)
  if (names.length === 0) writeFileSync(join(docs, 'BENCH.md'), page(table, load))
}

async function latencyRows(): Promise<BenchRow[]> {
  return (await measureLatency(ROOM_SIZES)).map(({ clients, ours, relay, ratio }) => ({
    what: `set to seen by the others, ${clients} clients, median (99th percentile), commit to disk included`,
    ours: `${inMs(ours.p50Ms)} (${inMs(ours.p99Ms)})`,
    theirs: `${inMs(relay.p50Ms)} (${inMs(relay.p99Ms)}), ${relay.name}`,
    ratio: `${times(ratio)} the time`,
    goal: 'within 2 times',
    isMet: ratio <= 2,
  }))
}

function page(table: string, load: number): string {
  return `# Benches

Written by \`pnpm bench\` (\`pnpm run peers\` first brings the packages it compares with). Contenders take turns in one run; times
are medians over the rounds. Tree and context: processor time of the thread, the first round not counted, garbage
collected before each turn. From one client to another: time on the clock. Times say little about another machine;
ratios do.

Measured ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${availableParallelism()} processors (${cpus()[0]?.model.trim() ?? 'unknown'}).
Load of the machine when it began: ${load.toFixed(1)}; well above 1, times on the clock are worth little.

${table}
`
}

await main(process.argv.slice(2))
// The stock clients of the latency bench hold timers that would keep the process for ever.
process.exit()
