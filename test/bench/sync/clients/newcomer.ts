// A client that comes new to a room: how long until it has everything, and whether a certain entry is there.
import { setTimeout as delay } from 'node:timers/promises'
import { fullClients, type FullClient } from './full-client.ts'
import type { Target } from './target.ts'

const JOIN_DEADLINE_MS = 60_000
/** After the sync nothing more is to be expected; a server that loads late gets this long. */
const GRACE_MS = 1_000

/** Time in ms from opening the socket until the map holds every entry; NaN when it never does. */
export async function joinUntilAll(target: Target, entries: number): Promise<number> {
  const open = await fullClients(target.wire)
  const startedMs = performance.now()
  const client = open(target)
  let seen = 0
  const all = new Promise<number>((resolve) =>
    client.entries.observe(({ keysChanged }) => {
      seen += keysChanged.size
      if (seen >= entries) resolve(performance.now() - startedMs)
    }),
  )
  return closing(client, Promise.race([all, delay(JOIN_DEADLINE_MS, Number.NaN)]))
}

/** Whether an entry reaches a newcomer. */
export async function hasEntry(target: Target, id: string): Promise<boolean> {
  const client = (await fullClients(target.wire))(target)
  const arrives = new Promise<boolean>((resolve) =>
    client.entries.observe(({ keysChanged }) => {
      if (keysChanged.has(id)) resolve(true)
    }),
  )
  const stays = client.synced.then(() => delay(GRACE_MS, false))
  return closing(client, Promise.race([arrives, stays, delay(JOIN_DEADLINE_MS, false)]))
}

async function closing<T>(client: FullClient, result: Promise<T>): Promise<T> {
  try {
    return await result
  } finally {
    client.close()
  }
}
