// Clients in two processes, so that neither has to do all the work, measured as one.
import { setTimeout as delay } from 'node:timers/promises'
import type { ClientProcess } from './client-process.ts'
import type { CrowdOptions } from './clients/crowd.ts'
import { Histogram } from './histogram.ts'
import type { Stage } from './stage.ts'
import { nowUs } from './stamp.ts'

/** No delivery for so long means that no more will come. */
const SILENCE_MS = 1_500
const LOOK_EVERY_MS = 100

export interface Heard {
  readonly deliveries: number
  readonly times: Histogram
  /** Until the last of them came, from the call on. */
  readonly tookMs: number
}

export class TwoCrowds {
  readonly #stage: Stage
  readonly first: ClientProcess
  readonly second: ClientProcess

  constructor(stage: Stage) {
    this.#stage = stage
    this.first = stage.clients()
    this.second = stage.clients()
  }

  get both(): readonly ClientProcess[] {
    return [this.first, this.second]
  }

  /** A client per room named, the first half in one process, the rest in the other. */
  async open(rooms: readonly string[], kind: CrowdOptions['kind']): Promise<void> {
    const author = await this.#stage.author()
    const targets = rooms.map((room) => this.#stage.target(room))
    const half = Math.ceil(targets.length / 2)
    await Promise.all([
      this.first.ask('open', { targets: targets.slice(0, half), kind, author, firstWriter: 0 }),
      this.second.ask('open', { targets: targets.slice(half), kind, author, firstWriter: half }),
    ])
  }

  /** Counts what is written from so many ms after now. */
  async listen(afterMs: number): Promise<void> {
    const sinceUs = nowUs() + afterMs * 1000
    await Promise.all(this.both.map((clients) => clients.ask('listenSince', sinceUs)))
  }

  /** Waits for so many deliveries, or until no more come. */
  async hear(wanted: number, deadlineMs: number): Promise<Heard> {
    const startedMs = performance.now()
    let lastCount = -1
    let lastMs = startedMs
    for (;;) {
      const heard = await Promise.all(this.both.map((clients) => clients.ask('heard')))
      const deliveries = heard.reduce((all, one) => all + one.deliveries, 0)
      const now = performance.now()
      if (deliveries !== lastCount) lastMs = now
      lastCount = deliveries
      if (deliveries >= wanted || now - lastMs > SILENCE_MS || now - startedMs > deadlineMs)
        return { deliveries, times: Histogram.of(heard.map(({ times }) => times)), tookMs: lastMs - startedMs }
      await delay(LOOK_EVERY_MS)
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.both.map((clients) => clients.ask('close')))
  }
}
