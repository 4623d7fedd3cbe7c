// What arrives at the clients of one process: counts deliveries and how long each was under way.
import { Histogram, type Buckets } from '../histogram.ts'
import { nowUs, readStamps, type OnStamp } from '../stamp.ts'
import { stampOfEntry } from './entries.ts'
import type { FullClient } from './full-client.ts'

export interface Heard {
  readonly deliveries: number
  readonly times: Buckets
}

export class Audience {
  #times = new Histogram()
  #sinceUs = 0

  /** Starts anew; what was written before a moment (see `nowUs`) does not count. */
  listenSince(us: number): void {
    this.#times = new Histogram()
    this.#sinceUs = us
  }

  heard(): Heard {
    return { deliveries: this.#times.total, times: this.#times.buckets() }
  }

  /** What a client hears, its own words left out: some servers send them back. */
  ears(ownWriter: number): OnStamp {
    return (writer, atUs) => {
      if (writer !== ownWriter && atUs >= this.#sinceUs) this.#times.add(nowUs() - atUs)
    }
  }

  listenToEntries(client: FullClient, ownWriter: number): void {
    const hear = this.ears(ownWriter)
    client.entries.observe((event, transaction) => {
      if (transaction.local) return
      for (const key of event.keysChanged) stampOfEntry(client.entries.get(key), hear)
    })
  }

  listenToText(client: FullClient, ownWriter: number): void {
    const hear = this.ears(ownWriter)
    client.text.observe((event, transaction) => {
      if (transaction.local) return
      for (const { insert } of event.delta) if (typeof insert === 'string') readStamps(insert, hear)
    })
  }
}
