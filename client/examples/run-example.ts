// How an example runs as a program: a signal ends it in peace, and a failure it can expect is one sentence.
import { SessionError } from '@coppice/shared'
import { StoreError } from '../src/node/index.ts'

type Main = (args: readonly string[], ending: AbortSignal) => Promise<void>

/** `ending` is aborted by Ctrl-C and SIGTERM. What fails after that is no failure. */
export async function runExample(main: Main): Promise<void> {
  const ending = new AbortController()
  // Stays: Ctrl-C may arrive twice, from the terminal and from the process that started this one.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort())
  try {
    await main(process.argv.slice(2), ending.signal)
  } catch (error) {
    if (ending.signal.aborted) process.exit(0)
    if (!(error instanceof SessionError || error instanceof StoreError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
