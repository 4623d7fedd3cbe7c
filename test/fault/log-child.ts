// Starts a process of its own for the log's fault tests, reads what it prints line by line, and kills it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { eventually } from '../support/eventually.ts'

export interface LogChild {
  /** Complete lines printed so far. */
  readonly lines: readonly string[]
  /** Resolves with the nth line (from 0), or rejects when the process has ended without it. */
  line(n: number): Promise<string>
  /** Resolves when the process is gone and all it had printed is in `lines`. */
  readonly ended: Promise<void>
  /** SIGKILL. Resolves when the process is gone and all it had printed is in `lines`. */
  kill9(): Promise<void>
}

/** @param command what to run node with, when not directly: `setpriv …`. */
export function startLogChild(script: string, args: readonly string[], command: readonly string[] = []): LogChild {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const [program = process.execPath, ...rest] = [...command, process.execPath, path, ...args]
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  const errors: string[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  createInterface(child.stderr).on('line', (line) => errors.push(line))
  const closed = once(child, 'close').then(() => undefined)
  return {
    lines,
    ended: closed,
    line: (n) =>
      eventually(
        `line ${n} of ${script}`,
        () => {
          if (lines[n] === undefined && child.exitCode !== null) throw new Error(errors.join('\n'))
          return lines[n]
        },
        30_000,
      ),
    kill9: async () => {
      child.kill('SIGKILL')
      await closed
    },
  }
}
