// From `set` in one client to `observe` in each other one, in rooms of 2, 10 and 50, twenty entries a second in all.
import { setTimeout as delay } from 'node:timers/promises'
import { comparison } from '../comparison.ts'
import type { Contender } from '../contenders.ts'
import type { Effort } from '../effort.ts'
import { inTurns } from '../rounds.ts'
import { onStage, type Stage } from '../stage.ts'
import { TwoCrowds } from '../two-crowds.ts'
import { wordsOf, type Workload } from '../workload.ts'

const SIZES = [2, 10, 50] as const
const PER_SECOND = 20
const MEASURED_MS = 2_500
const WARM_UP_MS = 600
const ROUNDS = 3
const DEADLINE_MS = 5_000

interface Times {
  readonly p50Ms: number
  readonly p99Ms: number
}

type Latency = Readonly<Record<(typeof SIZES)[number], Times>>

export const latency: Workload = {
  title: 'Latency',
  async run(effort) {
    const measured = await inTurns(effort.contenders, effort.rounds ?? ROUNDS, (contender) =>
      measure(contender, effort),
    )
    return wordsOf(
      measured,
      'From `set` in one client to `observe` in each other one, ms: stock clients in two processes, one room, twenty entries a second in all, one writer at a time. The goal is meant for five rounds or more.',
      comparison(
        measured,
        SIZES.flatMap((size) => [
          { head: `${size} clients, p50`, of: (result: Latency) => result[size].p50Ms },
          {
            head: `${size} clients, p99`,
            of: (result: Latency) => result[size].p99Ms,
            ...(size === 50 ? { goal: { atMost: 1.05, times: 'y-memory' as const } } : {}),
          },
        ]),
      ),
    )
  },
}

function measure(contender: Contender, { scale }: Effort): Promise<Latency> {
  return onStage(contender, async (stage) => ({
    2: await measureRoom(stage, 2, scale),
    10: await measureRoom(stage, 10, scale),
    50: await measureRoom(stage, 50, scale),
  }))
}

async function measureRoom(stage: Stage, size: number, scale: number): Promise<Times> {
  const crowds = new TwoCrowds(stage)
  const room = await stage.makeRoom()
  await crowds.open(
    Array.from({ length: size }, () => room),
    'entries',
  )
  await crowds.listen(WARM_UP_MS)
  let counted = 0
  await crowds.first.ask('write', { perSecond: PER_SECOND, durationMs: WARM_UP_MS })
  await delay(100)
  for (const writers of [crowds.first, crowds.second, crowds.first, crowds.second]) {
    const order = { perSecond: PER_SECOND, durationMs: (MEASURED_MS * scale) / 4 }
    counted += (await writers.ask('write', order)).counted
  }
  const wanted = counted * (size - 1)
  const { deliveries, times } = await crowds.hear(wanted, DEADLINE_MS)
  await Promise.all(crowds.both.map((clients) => clients.end()))
  if (deliveries < wanted)
    throw new Error(`${wanted - deliveries} of ${wanted} deliveries did not arrive, ${size} clients`)
  return { p50Ms: times.quantileMs(0.5), p99Ms: times.quantileMs(0.99) }
}
