// A file that is there whole or not at all, also when somebody loses patience in the middle.
import { randomUUID } from 'node:crypto'
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Under another name until all of it is there. A signal ends the process as it always does, with nothing left behind. */
export async function writeWhole(path: string, chunks: Iterable<Uint8Array>): Promise<void> {
  const part = join(dirname(path), `.coppice-${randomUUID()}.part`)
  const forget = (): void => {
    for (const signal of SIGNALS) process.off(signal, stop)
  }
  const stop = (signal: NodeJS.Signals): void => {
    rmSync(part, { force: true })
    forget()
    process.kill(process.pid, signal)
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  try {
    await writeInto(part, 'wx', chunks)
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  } finally {
    forget()
  }
}

export async function writeInto(path: string, flags: 'w' | 'wx', chunks: Iterable<Uint8Array>): Promise<void> {
  const file = openSync(path, flags)
  try {
    for (const bytes of chunks) {
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
      // Signals are heard between turns only.
      await nextTurn()
    }
  } finally {
    closeSync(file)
  }
}
