// Runs `pnpm verify` as a process of its own and reads what it says.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../server/src/verify/main.ts', import.meta.url))

export interface VerifyRun {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export function runVerify(folder: string, ...args: readonly string[]): VerifyRun {
  const argv = ['--disable-warning=ExperimentalWarning', MAIN, ...args, '--data', folder]
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' })
  return { code: status, out: stdout, err: stderr }
}
