// How much one room of fifty bears: the rate doubles, each time in a fresh room, until deliveries are late or missing. And
// what a delivery costs the server, there and at a rate that everyone bears.
import { setTimeout as delay } from 'node:timers/promises'
import { comparison } from '../comparison.ts'
import type { Contender } from '../contenders.ts'
import type { Effort } from '../effort.ts'
import { inTurns } from '../rounds.ts'
import { onStage, type Stage } from '../stage.ts'
import { TwoCrowds } from '../two-crowds.ts'
import { wordsOf, type Workload } from '../workload.ts'

const CLIENTS = 50
/** Entries a second. */
const COMMON_RATE = 200
const HIGHEST_RATE = 12_800
const MEASURED_MS = 2_500
const WARM_UP_MS = 500
const MOST_P99_MS = 250
const LEAST_SHARE = 0.95
const DEADLINE_MS = 8_000
const SETTLE_MS = 5_000

interface Step {
  readonly p99Ms: number
  readonly deliveriesPerSecond: number
  readonly cpuMsPerThousand: number
  readonly isBorne: boolean
}

interface Load {
  readonly atCommonRate: Step
  readonly atMost: Step | undefined
}

export const load: Workload = {
  title: 'Load',
  async run(effort) {
    const measured = await inTurns(effort.contenders, effort.rounds ?? 1, (contender) => measure(contender, effort))
    return wordsOf(
      measured,
      `Fifty clients that only speak the wire in one room, all writing in turn. The rate doubles from ${COMMON_RATE} entries a second until the 99th percentile passes ${MOST_P99_MS} ms or less than ${LEAST_SHARE * 100} % arrives, twice, then once half as much more than the last that was borne; it ends at ${figureOf(HIGHEST_RATE)} a second, so ${figureOf(HIGHEST_RATE * (CLIENTS - 1))} deliveries mean "at least". Clients and server share the processors, so the maximum is that of the machine with this server, not of the server alone. Processor time is that of the server's process with its descendants; servers that put several updates into one frame spend less per delivery the higher the rate, and each one's maximum is another rate, so read the two costs together.`,
      comparison(measured, [
        { head: 'deliveries a second at the maximum', of: ({ atMost }: Load) => atMost?.deliveriesPerSecond ?? 0 },
        { head: 'p99 there, ms', of: ({ atMost }) => atMost?.p99Ms ?? Number.NaN },
        {
          head: 'server ms of processor per 1,000 deliveries there',
          of: ({ atMost }) => atMost?.cpuMsPerThousand ?? Number.NaN,
          goal: { atMost: 0.8, times: 'hocuspocus' },
        },
        {
          head: `the same at ${COMMON_RATE} entries a second`,
          of: ({ atCommonRate }) => atCommonRate.cpuMsPerThousand,
          goal: { atMost: 0.8, times: 'hocuspocus' },
        },
      ]),
    )
  },
}

function measure(contender: Contender, { scale }: Effort): Promise<Load> {
  return onStage(contender, async (stage) => {
    const crowds = new TwoCrowds(stage)
    // The machine may have been busy for a moment: what is not borne is tried once more.
    const bear = async (rate: number): Promise<Step> => {
      const first = await step(stage, crowds, rate, MEASURED_MS * scale)
      return first.isBorne ? first : step(stage, crowds, rate, MEASURED_MS * scale)
    }
    // Does not count: the server has not seen this work before.
    await step(stage, crowds, COMMON_RATE, MEASURED_MS * scale)
    const atCommonRate = await bear(COMMON_RATE)
    let atMost = atCommonRate.isBorne ? atCommonRate : undefined
    let rate = COMMON_RATE
    for (let isBorne = atCommonRate.isBorne; isBorne && rate < HIGHEST_RATE;) {
      const next = await bear(rate * 2)
      isBorne = next.isBorne
      if (isBorne) {
        atMost = next
        rate *= 2
      }
    }
    if (atMost !== undefined && rate < HIGHEST_RATE) {
      const between = await bear(rate * 1.5)
      if (between.isBorne) atMost = between
    }
    return { atCommonRate, atMost }
  })
}

async function step(stage: Stage, crowds: TwoCrowds, rate: number, durationMs: number): Promise<Step> {
  const room = await stage.makeRoom()
  await crowds.open(
    Array.from({ length: CLIENTS }, () => room),
    'lean',
  )
  await delay(100)
  await crowds.listen(WARM_UP_MS)
  const cpuBefore = stage.server.cpuMs
  const order = { perSecond: rate / 2, durationMs: durationMs + WARM_UP_MS }
  const written = await Promise.all(crowds.both.map((clients) => clients.ask('write', order)))
  const counted = written.reduce((all, one) => all + one.counted, 0)
  const all = written.reduce((sum, one) => sum + one.written, 0)
  const wanted = counted * (CLIENTS - 1)
  const heard = await crowds.hear(wanted, DEADLINE_MS)
  const cpuMs = stage.server.cpuMs - cpuBefore
  await crowds.close()
  const share = heard.deliveries / wanted
  const p99Ms = heard.times.quantileMs(0.99)
  const wroteInTime = written.every(({ written, tookMs }) => written / (tookMs / 1000) >= (rate / 2) * LEAST_SHARE)
  const isBorne = wroteInTime && share >= LEAST_SHARE && p99Ms <= MOST_P99_MS
  if (!isBorne) await stage.server.untilQuiet(SETTLE_MS)
  return {
    p99Ms,
    deliveriesPerSecond: heard.deliveries / (durationMs / 1000),
    cpuMsPerThousand: cpuMs / ((all * share * (CLIENTS - 1)) / 1000),
    isBorne,
  }
}

function figureOf(value: number): string {
  return value.toLocaleString('en')
}
