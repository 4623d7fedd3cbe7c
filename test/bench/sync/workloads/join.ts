// Joining a room that has grown: while it is in memory, and as the first after the server was started again.
import { comparison, medianOf } from '../comparison.ts'
import type { Contender } from '../contenders.ts'
import { inTurns, type Measured } from '../rounds.ts'
import { onStage, type Stage } from '../stage.ts'
import { wordsOf, type Workload } from '../workload.ts'

const WARM_JOINS = 3
const QUIET_DEADLINE_MS = 60_000
/** Sizes the goals speak about. */
const GOALS_FROM = 10_000

interface Join {
  readonly entries: number
  readonly warmMs: number
  /** NaN for a contender that keeps nothing on disk. */
  readonly afterRestartMs: number
}

export const join: Workload = {
  title: 'Join',
  async run({ contenders, joinSizes, rounds = 1 }) {
    const keepers = contenders.filter(({ keeps }) => keeps !== 'nothing')
    const measured: Measured<Join>[] = []
    for (const entries of joinSizes)
      measured.push(await inTurns(keepers, rounds, (contender) => measure(contender, entries)))
    const [first] = measured
    if (first === undefined) return 'Nothing was joined.'
    return wordsOf(
      { ...first, others: Math.max(...measured.map(({ others }) => others)) },
      `A stock client in a process of its own joins a room of entries that twenty people wrote, ms from opening the socket until its map holds every one. Warm: the room is in memory, median of ${WARM_JOINS}. After a restart: SIGTERM once nothing is left to write, start, first client. Reading a document in and applying it is the client's own time, the same for all.`,
      measured.map((of, n) => sizeTable(of, joinSizes[n] ?? 0)).join('\n\n'),
    )
  },
}

function sizeTable(measured: Measured<Join>, entries: number): string {
  const size = `${entries.toLocaleString('en')} entries`
  const goal = (atMost: number) => (entries < GOALS_FROM ? {} : { goal: { atMost, times: 'hocuspocus' as const } })
  return comparison(measured, [
    { head: `${size}, warm`, of: ({ warmMs }: Join) => warmMs, ...goal(0.7) },
    { head: `${size}, after a restart`, of: ({ afterRestartMs }) => afterRestartMs, ...goal(0.4) },
  ])
}

function measure(contender: Contender, entries: number): Promise<Join> {
  return onStage(contender, async (stage) => {
    const room = await stage.makeRoom()
    const author = await stage.author()
    const holder = stage.clients()
    const hold = { targets: [stage.target(room)], kind: 'lean' as const, author, firstWriter: 1 }
    await holder.ask('open', hold)
    await stage.clients().ask('fill', { target: stage.target(room), author, entries })
    await stage.server.untilQuiet(QUIET_DEADLINE_MS)
    const warm: number[] = []
    for (let n = 0; n < WARM_JOINS; n += 1) warm.push(await joinOnce(stage, room, entries))
    await holder.end()
    const warmMs = medianOf(warm)
    if (contender.keeps !== 'on disk') return { entries, warmMs, afterRestartMs: Number.NaN }
    await stage.server.untilQuiet(QUIET_DEADLINE_MS)
    await stage.restart()
    const afterRestartMs = await joinOnce(stage, room, entries)
    if (Number.isNaN(afterRestartMs)) throw new Error(`after the restart not all ${entries} entries came back`)
    return { entries, warmMs, afterRestartMs }
  })
}

async function joinOnce(stage: Stage, room: string, entries: number): Promise<number> {
  const newcomer = stage.clients()
  const tookMs = await newcomer.ask('join', { target: stage.target(room), entries })
  await newcomer.end()
  return tookMs
}
