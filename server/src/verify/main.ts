// `pnpm verify [data folder] [session] [--data <folder>] [--json]`: replays the log and says where anything differs
// from it. Exit code 0: all agrees; 1: something differs; 2: it could not be compared.
import { answerVerify } from './command.ts'

const { code, out, err } = answerVerify(process.argv.slice(2), process.env, process.cwd())
process.exitCode = code
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads may stop when they have enough.
  if (error.code === 'EPIPE') return
  process.exitCode = 2
  process.stderr.write(`Standard output could not be written: the system said ${String(error.code)}.\n`)
})
// Where nobody listens there is nobody to tell.
process.stderr.on('error', () => undefined)
process.stdout.write(out)
process.stderr.write(err)
