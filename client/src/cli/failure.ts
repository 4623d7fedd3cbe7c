// What went wrong: a code of the one table, a sentence, and how the command ends.
import { SessionError, type ErrorCode } from '@coppice/shared'
import { EXIT, type ExitCode } from './exit-codes.ts'

export interface Failure {
  readonly code: ErrorCode
  /** For a person: what happened, to what, and what to do. */
  readonly message: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly exitCode: ExitCode
}

/** What was asked for cannot be done; the message says what would. */
export class CommandProblem extends Error implements Failure {
  readonly code: ErrorCode
  readonly details?: Readonly<Record<string, unknown>>
  readonly exitCode: ExitCode

  constructor({ code, message, details, exitCode }: Failure) {
    super(message)
    this.code = code
    if (details !== undefined) this.details = details
    this.exitCode = exitCode
  }
}

/** The command cannot be meant so; the message says how it can. */
export function misunderstood(message: string): CommandProblem {
  return new CommandProblem({ code: 'bad_request', message, exitCode: EXIT.usage })
}

/** Something stands in the way of a file. */
export function inTheWay(code: ErrorCode, message: string, path: string, system?: string): CommandProblem {
  const details = system === undefined ? { path } : { path, system }
  return new CommandProblem({ code, message, details, exitCode: EXIT.failed })
}

/** Of everything but the parser. Undefined for a fault of ours. */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof CommandProblem) return error
  if (error instanceof SessionError) return ofSession(error)
  return ofReading(error)
}

function ofSession({ code, message, details }: SessionError): Failure {
  return { code, message, ...(details === undefined ? {} : { details }), exitCode: EXIT.failed }
}

/**
 * What the parser did not understand.
 * @param said its own words, which are no sentences; empty where it showed its help instead
 */
export function parserFailure(said: string): Failure {
  if (said === '') return misunderstood('No command was given. "coppice --help" lists them.')
  const [first = '', ...hints] = said
    .replace(/^error: /, '')
    .trim()
    .split('\n')
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}${first.endsWith('.') ? '' : '.'}`
  return misunderstood([sentence, ...hints].join(' '))
}

function ofReading(error: unknown): Failure | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined
  const path = 'path' in error && typeof error.path === 'string' ? error.path : 'The file'
  const system = String(error.code)
  switch (system) {
    case 'ENOENT':
    case 'ENOTDIR':
      return inTheWay('not_found', `${path} is not there. Check the name.`, path, system)
    case 'EISDIR':
      return inTheWay('invalid_file', `${path} is a folder. Name a file in it.`, path, system)
    case 'EACCES':
    case 'EPERM':
      return inTheWay('forbidden', `${path} may not be read by you. Check its permissions.`, path, system)
    case 'ENAMETOOLONG':
      return inTheWay('not_found', `${path} is too long to be the name of a file. Check the name.`, path, system)
    default:
      // Faults of ours have codes as well, but no system call.
      return 'syscall' in error
        ? inTheWay('storage', `${path} could not be read: the system said ${system}.`, path, system)
        : undefined
  }
}
