// `pnpm verify`, from what was typed to what is said and how it ends.
import { SessionError, type ErrorCode } from '@coppice/shared'
import { ConfigError } from '../config.ts'
import { hasFlag, HELP, readArgs, type Env, type VerifyArgs } from './args.ts'
import { CannotVerify } from './open-data.ts'
import { allDifferences, reportLines } from './report.ts'
import { verifyData, type Verification } from './verify.ts'

export interface Answer {
  /** 0: all agrees; 1: something differs; 2: it could not be compared. */
  readonly code: 0 | 1 | 2
  /** For standard output and for standard error, with their ends of line. */
  readonly out: string
  readonly err: string
}

/**
 * @param args what follows the name of the script
 * @param cwd where a relative path is looked for
 */
export function answerVerify(args: readonly string[], env: Env, cwd: string): Answer {
  if (hasFlag(args, '-h', '--help')) return { code: 0, out: HELP, err: '' }
  const json = hasFlag(args, '--json')
  try {
    const found = verify(readArgs(args, env, cwd))
    const lines = json ? [JSON.stringify(found)] : reportLines(found)
    return { code: allDifferences(found).length === 0 ? 0 : 1, out: textOf(lines), err: '' }
  } catch (error) {
    const { code, message } = failureOf(error)
    const document = json ? [JSON.stringify({ error: { code, message } })] : []
    return { code: 2, out: textOf(document), err: textOf([wordsOf(error)]) }
  }
}

function verify({ file, session, guessed }: VerifyArgs): Verification {
  try {
    return verifyData(file, session)
  } catch (error) {
    if (!guessed || !(error instanceof CannotVerify) || error.code !== 'not_found') throw error
    const taken = `There is no folder ${session} here, so it was taken for a session.`
    throw new CannotVerify(error.code, `${taken} ${error.message}`, error)
  }
}

function failureOf(error: unknown): { readonly code: ErrorCode; readonly message: string } {
  if (error instanceof SessionError) return error
  if (error instanceof ConfigError) return { code: 'bad_request', message: error.message }
  return { code: 'internal', message: 'Something went wrong in Coppice itself. Standard error says where.' }
}

/** A line for a person; anything else is a fault of ours and keeps its stack. */
function wordsOf(error: unknown): string {
  if (error instanceof SessionError || error instanceof ConfigError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}
