// How a command ends, for scripts, and the one place where failures become words and codes.
import { SessionError } from '@coppice/shared'
import { plainLine } from './plain-line.ts'

export const EXIT = {
  ok: 0,
  /** A file could not be read or written; nothing was made. */
  failed: 1,
  /** The command itself was not understood. */
  usage: 2,
  /** Done, but something of the file is not in the result. */
  losses: 3,
} as const

/** For the end of every help text. */
export const EXIT_HELP = `
Exit codes:
  ${EXIT.ok}  all well
  ${EXIT.failed}  a file could not be read or written; nothing was made
  ${EXIT.usage}  the command was not understood
  ${EXIT.losses}  done, but something of the file is not in the result; the report says what`

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** What was asked for cannot be done; the message says what would. */
export class CommandProblem extends Error {
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = EXIT.usage) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Runs a command to its end. What is wrong with a file or with the command is one sentence on stderr; anything else is a fault. */
export async function ending(run: () => ExitCode | Promise<ExitCode>): Promise<void> {
  try {
    process.exitCode = await run()
  } catch (error) {
    const words = wordsOf(error)
    if (words === undefined) throw error
    process.stderr.write(`${plainLine(words)}\n`)
    process.exitCode = error instanceof CommandProblem ? error.exitCode : EXIT.failed
  }
}

function wordsOf(error: unknown): string | undefined {
  if (error instanceof CommandProblem || error instanceof SessionError) return error.message
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const path = 'path' in error && typeof error.path === 'string' ? error.path : 'The file'
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `${path} is not there. Check the name.`
    case 'EISDIR':
      return `${path} is a folder. Name a file in it.`
    case 'EACCES':
    case 'EPERM':
      return `${path} may not be read by you. Check its permissions.`
    default:
      // Faults of ours have codes as well, but no system call.
      return 'syscall' in error ? `${path} could not be read: the system said ${String(error.code)}.` : undefined
  }
}
