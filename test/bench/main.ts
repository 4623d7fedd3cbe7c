// Runs the benches and writes what they measured to docs/BENCH.md. `pnpm bench` runs them all; `pnpm bench tree`,
// `pnpm bench sync` or `pnpm bench sync latency kills` run some and only print, unless `--out` says where to write.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { conditions } from './conditions.ts'
import { measureLatency } from './latency.ts'
import { inMs, times, type BenchRow } from './measure.ts'
import { pageOf, type Section } from './page.ts'
import { readOrder, type Effort } from './sync/effort.ts'
import { syncSections, SYNC_TITLES } from './sync/suite.ts'
import { treeRows } from './tree.ts'

/** Clients in a room. */
const ROOM_SIZES = [2, 20]
const TREE = 'Tree and context'
const ROOM = 'One room beside a bare relay'
const BENCH_PAGE = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'docs', 'BENCH.md')

const SUITES: Readonly<Record<string, (workloads: readonly string[], effort: Effort) => Promise<Section[]>>> = {
  tree: async () => [await tableSection(TREE, TREE_METHOD, treeRows)],
  latency: async () => [await tableSection(ROOM, ROOM_METHOD, latencyRows)],
  sync: syncSections,
}

const TREE_METHOD =
  'Medians over the rounds of the processor time of the thread; the first round does not count, garbage is collected before each turn.'
const ROOM_METHOD = 'Medians over the rounds, time on the clock.'

async function main(args: readonly string[]): Promise<void> {
  const { names, quick, out, effort } = readOrder(args)
  const [first, ...workloads] = names
  const wanted = first === undefined ? Object.keys(SUITES) : first === 'sync' ? ['sync'] : names
  const sections: Section[] = []
  for (const name of wanted) {
    const suite = SUITES[name]
    if (suite === undefined)
      throw new Error(`There is no bench "${name}". Take one of: ${Object.keys(SUITES).join(', ')}.`)
    const measured = await suite(workloads, effort)
    for (const { title, body } of measured) process.stdout.write(`## ${title}\n\n${body}\n\n`)
    sections.push(...measured)
  }
  const path = out ?? (first === undefined && !quick ? BENCH_PAGE : undefined)
  if (path !== undefined) write(resolve(process.env['INIT_CWD'] ?? '.', path), sections)
}

function write(path: string, sections: readonly Section[]): void {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  writeFileSync(path, pageOf(before, sections, [TREE, ROOM, ...SYNC_TITLES]))
}

async function tableSection(title: string, method: string, rowsOf: () => Promise<BenchRow[]>): Promise<Section> {
  const rows = (await rowsOf()).map(({ what, ours, theirs, ratio, goal, isMet }) =>
    ['', what, ours, theirs, ratio, goal, isMet === null ? 'not measured' : isMet ? 'yes' : '**no**', '']
      .join(' | ')
      .trim(),
  )
  const table = ['| what | ours | beside | ratio | goal | met |', '|---|---|---|---|---|---|', ...rows].join('\n')
  return { title, body: `${method}\n\n${table}\n\n${conditions()}` }
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

// Ctrl-C ends what was started too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))
await main(process.argv.slice(2))
// The stock clients of the latency bench hold timers that would keep the process for ever.
process.exit()
