// A text that grows by a hundred tokens a second before the eyes of twenty readers, each product as it does that: a
// shared text for the others, with ours a run whose answer is written on the desk.
import { setTimeout as delay } from 'node:timers/promises'
import { comparison } from '../comparison.ts'
import { OUR_TOKEN, OURS_STREAMING, type Contender } from '../contenders.ts'
import { startRun } from '../coppice-http.ts'
import type { Effort } from '../effort.ts'
import { Histogram } from '../histogram.ts'
import { inTurns } from '../rounds.ts'
import { onStage, type Stage } from '../stage.ts'
import { nowUs } from '../stamp.ts'
import { wordsOf, type Workload } from '../workload.ts'

const READERS = 20
const TOKENS_PER_SECOND = 100
const MEASURED_MS = 10_000
const LAST_TOKENS_MS = 3_000

interface Streaming {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly share: number
  readonly cpuMsPerThousand: number
}

export const streaming: Workload = {
  title: 'Streaming',
  async run(effort) {
    const measured = await inTurns(effort.contenders, effort.rounds ?? 1, (contender) =>
      contender.id === 'ours' ? measureRun(effort) : measureText(contender, effort),
    )
    return wordsOf(
      measured,
      `${TOKENS_PER_SECOND} tokens of 20 bytes a second to ${READERS} readers, ms from the token until a reader has it. These are not the same thing: the others relay each token a client types into a shared text at once; with ours a model inside the server streams the answer of a run, which is written on the desk at most twenty times a second, several tokens in one update, and read through the SDK. So ours waits up to 50 ms by design; in return each reader is disturbed a fifth as often, and nothing of it stays in the record. Its processor time includes the model that makes the tokens.`,
      comparison(measured, [
        { head: 'p50', of: ({ p50Ms }: Streaming) => p50Ms },
        { head: 'p99', of: ({ p99Ms }) => p99Ms },
        { head: 'tokens delivered, %', of: ({ share }) => share * 100 },
        { head: 'server ms of processor per 1,000 tokens delivered', of: ({ cpuMsPerThousand }) => cpuMsPerThousand },
      ]),
    )
  },
}

function measureText(contender: Contender, { scale }: Effort): Promise<Streaming> {
  return onStage(contender, async (stage) => {
    const target = stage.target(await stage.makeRoom())
    const author = await stage.author()
    const [writer, readers] = [stage.clients(), stage.clients()]
    await writer.ask('open', { targets: [target], kind: 'idle', author, firstWriter: 0 })
    const targets = Array.from({ length: READERS }, () => target)
    await readers.ask('open', { targets, kind: 'text', author, firstWriter: 1 })
    await readers.ask('listenSince', nowUs())
    const cpuBefore = stage.server.cpuMs
    const durationMs = MEASURED_MS * scale
    const { written } = await writer.ask('write', { perSecond: TOKENS_PER_SECOND, durationMs, what: 'tokens' })
    return outcome(stage, cpuBefore, written * READERS, () => readers.ask('heard'))
  })
}

function measureRun({ scale }: Effort): Promise<Streaming> {
  return onStage(OURS_STREAMING, async (stage) => {
    const session = await stage.makeRoom()
    const readers = stage.clients()
    const url = `http://127.0.0.1:${stage.server.port}`
    await readers.ask('openReaders', { url, token: OUR_TOKEN, session, readers: READERS })
    const cpuBefore = stage.server.cpuMs
    const durationMs = MEASURED_MS * scale
    const tokens = Math.round((durationMs / 1000) * TOKENS_PER_SECOND)
    await startRun(stage.server.port, session, `${tokens} tokens`)
    await delay(durationMs)
    return outcome(stage, cpuBefore, tokens * READERS, () => readers.ask('readersHeard'))
  })
}

async function outcome(
  stage: Stage,
  cpuBefore: number,
  wanted: number,
  ask: () => Promise<{ deliveries: number; times: Parameters<typeof Histogram.of>[0][number] }>,
): Promise<Streaming> {
  let heard = await ask()
  for (const deadline = performance.now() + LAST_TOKENS_MS; heard.deliveries < wanted; heard = await ask()) {
    if (performance.now() > deadline) break
    await delay(50)
  }
  const times = Histogram.of([heard.times])
  return {
    p50Ms: times.quantileMs(0.5),
    p99Ms: times.quantileMs(0.99),
    share: heard.deliveries / wanted,
    cpuMsPerThousand: (stage.server.cpuMs - cpuBefore) / (heard.deliveries / 1000),
  }
}
