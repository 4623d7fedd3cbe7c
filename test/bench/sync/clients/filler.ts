// Fills a room with a tree of entries as twenty people would have: one update each, through one connection.
import { setTimeout as delay } from 'node:timers/promises'
import * as Y from 'yjs'
import { stampedEntry } from './entries.ts'
import { LeanClient } from './lean-client.ts'
import type { Target } from './target.ts'

const WRITERS = 20
/** Entries that are sent and were not yet seen by the other client. */
const MOST_UNDER_WAY = 1_000
const STEP_MS = 1_000
const DEADLINE_MS = 180_000
/** Of a hundred entries, so many grow below an older one. */
const BRANCHING = 10

/** Resolves when another client has heard of every entry; rejects when that takes too long. */
export async function fillRoom(target: Target, author: string, count: number): Promise<void> {
  const heard = { entries: 0 }
  const listener = new LeanClient(target, () => (heard.entries += 1))
  const writer = new LeanClient(target)
  try {
    await Promise.all([listener.synced, writer.synced])
    const maps = Array.from({ length: WRITERS }, () => {
      const doc = new Y.Doc()
      doc.on('update', (update: Uint8Array) => writer.send(update))
      return doc.getMap('entries')
    })
    const ids: string[] = []
    const startMs = Date.now() - count * STEP_MS
    const deadline = performance.now() + DEADLINE_MS
    for (;;) {
      if (heard.entries >= count) return
      if (writer.isClosed || listener.isClosed) throw new Error(`the server closed the socket at entry ${ids.length}`)
      if (performance.now() > deadline)
        throw new Error(`${heard.entries} of ${count} entries arrived in ${DEADLINE_MS / 1000} s`)
      while (ids.length < count && ids.length - heard.entries < MOST_UNDER_WAY) {
        const n = ids.length
        const parentId = (n % 100 < BRANCHING ? ids[Math.floor(n / 2)] : ids[n - 1]) ?? null
        const entry = stampedEntry(author, 0, { parentId, nowMs: startMs + n * STEP_MS })
        ids.push(entry.id)
        maps[Math.floor(n / 7) % WRITERS]?.set(entry.id, entry)
      }
      await delay(1)
    }
  } finally {
    listener.close()
    writer.close()
  }
}
