// What a thousand rooms with one quiet client each cost in memory.
import { setTimeout as delay } from 'node:timers/promises'
import { comparison } from '../comparison.ts'
import type { Contender } from '../contenders.ts'
import type { Effort } from '../effort.ts'
import { inTurns } from '../rounds.ts'
import { onStage } from '../stage.ts'
import { TwoCrowds } from '../two-crowds.ts'
import { wordsOf, type Workload } from '../workload.ts'

const BASELINE_AFTER_MS = 1_000
const MEASURED_AFTER_MS = 5_000

interface Idle {
  readonly baselineMiB: number
  readonly perThousandMiB: number
}

export const idle: Workload = {
  title: 'Idle rooms',
  async run(effort) {
    const measured = await inTurns(effort.contenders, effort.rounds ?? 1, (contender) => measure(contender, effort))
    return wordsOf(
      measured,
      `${effort.idleRooms} stock clients, each alone in an empty room, that do nothing: resident memory of the server ${MEASURED_AFTER_MS / 1000} s after the last has joined, less that before. The rooms were made and visited before; then the server was started again, every contender's alike.`,
      comparison(measured, [
        { head: 'MiB before', of: ({ baselineMiB }: Idle) => baselineMiB },
        {
          head: 'MiB per 1,000 idle rooms',
          of: ({ perThousandMiB }) => perThousandMiB,
          goal: { atMost: 1, times: 'hocuspocus' },
        },
      ]),
    )
  },
}

function measure(contender: Contender, { idleRooms }: Effort): Promise<Idle> {
  return onStage(contender, async (stage) => {
    const rooms = await stage.makeRooms(idleRooms)
    const crowds = new TwoCrowds(stage)
    await crowds.open(rooms, 'lean')
    await crowds.close()
    await stage.restart()
    await delay(BASELINE_AFTER_MS)
    const baselineMiB = stage.server.rssMiB
    await crowds.open(rooms, 'idle')
    await delay(MEASURED_AFTER_MS)
    const perThousandMiB = ((stage.server.rssMiB - baselineMiB) / idleRooms) * 1_000
    return { baselineMiB, perThousandMiB }
  })
}
