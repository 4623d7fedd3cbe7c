// Starts the endless writer in a process of its own, hears what it says it has flushed, and kills it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const WRITER = fileURLToPath(new URL('endless-writer.ts', import.meta.url))

export interface Writer {
  /** Resolves when it has said that many more numbers. */
  said(count: number): Promise<void>
  /** Kills it at once and resolves with the last number it said. */
  killed(): Promise<number>
}

export function startWriter(path: string): Writer {
  const child = spawn(process.execPath, [WRITER, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  let last = -1
  let waiting = Infinity
  const reached = new EventTarget()
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    last = Number(line)
    if (--waiting <= 0) reached.dispatchEvent(new Event('reached'))
  })
  const ended = Promise.all([once(child, 'close'), once(lines, 'close')])
  return {
    async said(count) {
      waiting = count
      await once(reached, 'reached')
    },
    async killed() {
      child.kill('SIGKILL')
      await ended
      return last
    },
  }
}
