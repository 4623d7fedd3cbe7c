// One who writes and one who sees it, in the same room: resolves once the second has what the first wrote.
import { setTimeout as delay } from 'node:timers/promises'
import { stampedEntry } from './entries.ts'
import { fullClients } from './full-client.ts'
import type { Target } from './target.ts'

const DEADLINE_MS = 10_000

/** Gives the entry's id at the moment the second client has it; both stay connected until `leave`. */
export async function writeAndSee(
  target: Target,
  author: string,
): Promise<{ readonly id: string; readonly leave: () => void }> {
  const open = await fullClients(target.wire)
  const [writer, witness] = [open(target), open(target)]
  const leave = (): void => {
    writer.close()
    witness.close()
  }
  await Promise.race([Promise.all([writer.synced, witness.synced]), late('the clients were not synced')])
  const entry = stampedEntry(author, 0)
  const seen = new Promise<void>((resolve) =>
    witness.entries.observe(({ keysChanged }) => {
      if (keysChanged.has(entry.id)) resolve()
    }),
  )
  writer.entries.set(entry.id, entry)
  await Promise.race([seen, late('the second client never saw the entry')])
  return { id: entry.id, leave }
}

async function late(what: string): Promise<never> {
  await delay(DEADLINE_MS, undefined, { ref: false })
  throw new Error(`${what} within ${DEADLINE_MS / 1000} s`)
}
