// Runs the benches and writes what they measured to docs/BENCH.md. `pnpm bench` runs them all; `pnpm bench tree`,
// `pnpm bench sync` or `pnpm bench sync latency kills` run some and only print, unless `--out` says where to write.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { conditions } from './conditions.ts'
import { importRows } from './import.ts'
import { measureLatency } from './latency.ts'
import { inMs, times, type BenchRow } from './measure.ts'
import { pageOf, type Section } from './page.ts'
import { OrderError, readOrder, type Effort } from './sync/effort.ts'
import { measureSync, SYNC_TITLES } from './sync/suite.ts'
import { treeRows } from './tree.ts'

/** Clients in a room. */
const ROOM_SIZES = [2, 20]
const TREE = 'Tree and context'
const IMPORT = 'A large session file'
const ROOM = 'One room beside a bare relay'
const BENCH_PAGE = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'docs', 'BENCH.md')

type OnSection = (section: Section) => void
type Suite = (workloads: readonly string[], effort: Effort, onSection: OnSection) => Promise<void>

const SUITES: Readonly<Record<string, Suite>> = {
  tree: async (_, __, onSection) => onSection(await tableSection(TREE, TREE_METHOD, treeRows)),
  import: async (_, __, onSection) => onSection(await tableSection(IMPORT, IMPORT_METHOD, importRows)),
  latency: async (_, __, onSection) => onSection(await tableSection(ROOM, ROOM_METHOD, latencyRows)),
  sync: measureSync,
}

const TREE_METHOD =
  'Medians over the rounds of the processor time of the thread; the first round does not count, garbage is collected before each turn.'
const IMPORT_METHOD = 'Ours and Pi in turn. The first row leaves out other work on the machine, the second does not.'
const ROOM_METHOD = 'Medians over the rounds, time on the clock.'

async function main(args: readonly string[]): Promise<void> {
  const { names, quick, out, effort } = readOrder(args)
  const [first, ...workloads] = names
  const wanted = first === undefined ? Object.keys(SUITES) : first === 'sync' ? ['sync'] : names
  const path = out ?? (first === undefined && !quick ? BENCH_PAGE : undefined)
  const report = (section: Section): void => {
    process.stdout.write(`## ${section.title}\n\n${section.body}\n\n`)
    if (path !== undefined) write(resolve(process.env['INIT_CWD'] ?? '.', path), section)
  }
  const suites = wanted.map((name) => {
    const suite = SUITES[name]
    if (suite !== undefined) return suite
    throw new OrderError(`There is no bench "${name}". Take one of: ${Object.keys(SUITES).join(', ')}.`)
  })
  for (const suite of suites) await suite(workloads, effort, report)
}

/** After each section, so that a run that is broken off leaves what it measured. */
function write(path: string, section: Section): void {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  writeFileSync(path, pageOf(before, [section], [TREE, IMPORT, ROOM, ...SYNC_TITLES]))
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

// Each server that is started ends with this process.
process.setMaxListeners(0)
// Ctrl-C ends what was started too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))
try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof OrderError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
// The stock clients of the latency bench hold timers that would keep the process for ever.
process.exit()
