// The bench of sync servers side by side: ours beside what one would take otherwise, the same load on all.
import type { Section } from '../page.ts'
import { CONTENDERS, type Contender } from './contenders.ts'
import { OrderError, type Effort } from './effort.ts'
import { arePeersInstalled, versionOf } from './peers.ts'
import { WORKLOADS } from './workloads/all.ts'

const GUIDE = 'Sync servers side by side'

export const SYNC_TITLES: readonly string[] = [GUIDE, ...Object.values(WORKLOADS).map(({ title }) => title)]

/**
 * Runs workloads by name, all when none is named, and hands on each section when it is measured. Peers that are not
 * installed are left out. Throws when there is no such workload.
 */
export async function measureSync(
  names: readonly string[],
  effort: Effort,
  onSection: (section: Section) => void,
): Promise<void> {
  const wanted = (names.length > 0 ? names : Object.keys(WORKLOADS)).map((name) => {
    const workload = WORKLOADS[name]
    if (workload !== undefined) return workload
    throw new OrderError(`There is no workload "${name}". Take some of: ${Object.keys(WORKLOADS).join(', ')}.`)
  })
  const present = { ...effort, contenders: effort.contenders.filter(isInstalled) }
  onSection({ title: GUIDE, body: guide() })
  for (const workload of wanted) {
    process.stderr.write(`${workload.title}\n`)
    onSection({ title: workload.title, body: await workload.run(present) })
  }
}

function isInstalled({ id }: Contender): boolean {
  return arePeersInstalled || id === 'ours' || id === 'relay'
}

function guide(): string {
  const clients = `y-websocket ${versionOf('y-websocket', 'workspace')}, @hocuspocus/provider ${versionOf('@hocuspocus/provider', 'peers')} with Yjs ${versionOf('yjs', 'workspace')}`
  return `In turn, with the same entries (valid ones of ours, 600 bytes each): ${CONTENDERS.map(({ name }) => name).join('; ')}.
Clients: ${clients}. Every server runs in a process of its own, on Node ${process.versions.node}, with its defaults.${arePeersInstalled ? '' : '\nNot all of them were installed (`pnpm run peers`), so some are missing in the tables.'}

- **Only ours checks what it relays**, and only ours has it on disk before anybody sees it. The relay knows no documents; in
  memory nothing outlives the process; LevelDB is written after the fact; Hocuspocus stores a document two seconds after the
  last change. What that means is in the section on kills.
- Hocuspocus is stored through its database extension into \`node:sqlite\`, with one row per document as its SQLite extension
  does it, because that extension needs better-sqlite3, which would have to be compiled. Its delays are its defaults.
- y-leveldb ${versionOf('y-leveldb', 'peers')} takes the place of the older one that @y/websocket-server asks for, with the same interface.
- Limits of our server are off (\`COPPICE_LIMITS=off\`): all clients are one participant here. Sessions are made before the clock runs.
- Everything runs on one machine, over loopback. Clients take most of the processors, so with many clients a good part of each
  time is theirs, the same for all. What servers spend per delivery is the figure least disturbed by it.
- Delivered is what reached a client other than the one who wrote it. Servers that send everything back to its writer pay for
  that too, and it does not count. Processor time comes in ticks of 10 ms.
- Memory is what the engine happened to hold; a fifth more or less from run to run is usual.
- A ratio in brackets is to the peer named in the head of the column. Goals are those we set ourselves before.`
}
