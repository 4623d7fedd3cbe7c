// Many small rooms at once: five hundred of two, an entry a second each.
import { setTimeout as delay } from 'node:timers/promises'
import { comparison } from '../comparison.ts'
import type { Contender } from '../contenders.ts'
import type { Effort } from '../effort.ts'
import { inTurns } from '../rounds.ts'
import { onStage } from '../stage.ts'
import { TwoCrowds } from '../two-crowds.ts'
import { wordsOf, type Workload } from '../workload.ts'

const MEASURED_MS = 8_000
const WARM_UP_MS = 1_000
const DEADLINE_MS = 5_000

interface Rooms {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly share: number
  /** Of one processor, 0 to 1 and above. */
  readonly cpu: number
}

export const rooms: Workload = {
  title: 'Rooms',
  async run(effort) {
    const measured = await inTurns(effort.contenders, effort.rounds ?? 1, (contender) => measure(contender, effort))
    return wordsOf(
      measured,
      `${effort.pairRooms} rooms of two stock clients, one entry a second in each: writers in one process, readers in the other. Times in ms.`,
      comparison(measured, [
        { head: 'p50', of: ({ p50Ms }: Rooms) => p50Ms },
        { head: 'p99', of: ({ p99Ms }) => p99Ms },
        { head: 'delivered, %', of: ({ share }) => share * 100 },
        { head: 'server, % of a processor', of: ({ cpu }) => cpu * 100 },
      ]),
    )
  },
}

function measure(contender: Contender, { scale, pairRooms }: Effort): Promise<Rooms> {
  return onStage(contender, async (stage) => {
    const names = await stage.makeRooms(pairRooms)
    const crowds = new TwoCrowds(stage)
    await crowds.open([...names, ...names], 'entries')
    await delay(WARM_UP_MS)
    await crowds.listen(WARM_UP_MS)
    const cpuBefore = stage.server.cpuMs
    const durationMs = MEASURED_MS * scale + WARM_UP_MS
    const { counted, tookMs } = await crowds.first.ask('write', { perSecond: pairRooms, durationMs })
    const cpu = (stage.server.cpuMs - cpuBefore) / tookMs
    const { deliveries, times } = await crowds.hear(counted, DEADLINE_MS)
    return { p50Ms: times.quantileMs(0.5), p99Ms: times.quantileMs(0.99), share: deliveries / counted, cpu }
  })
}
