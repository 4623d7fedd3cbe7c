// What is to be verified, from the words that were typed: a data folder, a session, or both, each known by what it is.
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sessionIdSchema } from '@coppice/shared'
import { ConfigError, readConfig } from '../config.ts'
import { DATABASE_FILE } from '../log/sqlite-storage.ts'
import { CannotVerify } from './open-data.ts'

export interface VerifyArgs {
  /** The path of the database. */
  readonly file: string
  /** All of them without one. */
  readonly session: string | undefined
  /** A name that is no folder and was taken for the session, without anything else that says so. */
  readonly guessed: boolean
}

export type Env = Readonly<Record<string, string | undefined>>

const USAGE = 'Use: pnpm verify [data folder] [session] [--data <folder>] [--json]'

export const HELP = `Usage: pnpm verify [data folder] [session] [--data <folder>] [--json]

Replays the log of all sessions, or of one, and compares it with everything that
is kept beside it. Changes nothing. No server may run on the data meanwhile.

Arguments:
  data folder      the folder with coppice.db in it, or that file; left out it is
                   COPPICE_DATA, else ./data
  session          the id of a session; left out all sessions are verified

Options:
  --data <folder>  the data folder, where its name could be a session's
  --json           print what was found as one JSON document, and a failure as
                   { "error": { "code", "message" } }
  -h, --help       print this

Examples:
  pnpm verify /backup/data
  pnpm verify /backup/data 0197b0e2-6e5c-7c3a-9a41-5d1f0c7e2b90
  COPPICE_DATA=/backup/data pnpm verify --json

Exit codes:
  0  all agrees with the log
  1  something differs; each difference is named by session, sequence and id
  2  it could not be compared, or the command was not understood
`

const OPTIONS = {
  data: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Whether a flag stands among the words, also among those that cannot be understood as a whole. */
export function hasFlag(args: readonly string[], ...names: readonly string[]): boolean {
  const words = withoutLead(args)
  const end = words.indexOf('--')
  return words.slice(0, end === -1 ? undefined : end).some((word) => names.includes(word))
}

/** Throws ConfigError for what cannot be understood, CannotVerify for what is not there. */
export function readArgs(args: readonly string[], env: Env, cwd: string): VerifyArgs {
  const { data, names } = parsed(args)
  if (data === undefined && names.length > 0) return byPosition(names, env, cwd)
  if (names.length > 1)
    throw new ConfigError(`--data names the data folder, so there is one name more than a session. ${USAGE}`)
  const folder = data === undefined ? configured(env, cwd) : resolve(cwd, data)
  return { file: databaseIn(folder), session: names[0], guessed: false }
}

function parsed(args: readonly string[]): { data: string | undefined; names: readonly string[] } {
  const { values, positionals } = understood(withoutLead(args))
  if (positionals.length > 2) throw new ConfigError(`One data folder and one session at a time, please. ${USAGE}`)
  if (positionals.includes('')) throw new ConfigError(`An empty name is neither a data folder nor a session. ${USAGE}`)
  // An empty one would be the folder one stands in: a variable of a script that is not set.
  if (values.data === '') throw new ConfigError('--data: "" cannot be used. Name the data folder.')
  return { data: values.data, names: positionals }
}

function understood(args: readonly string[]): {
  readonly values: { readonly data?: string }
  readonly positionals: readonly string[]
} {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  } catch (error) {
    // What follows the first sentence is advice that does not fit here.
    const [first = ''] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/)
    throw new ConfigError(`${first.replace(/\.?$/, '.')} ${USAGE}`)
  }
}

/** Who knows npm puts it before what is meant for the script. */
function withoutLead(args: readonly string[]): readonly string[] {
  return args[0] === '--' ? args.slice(1) : args
}

function byPosition(names: readonly string[], env: Env, cwd: string): VerifyArgs {
  const there = names.filter((name) => existsSync(resolve(cwd, name)))
  const place = there.find((name) => existsSync(databaseIn(resolve(cwd, name)))) ?? there[0]
  if (place !== undefined) {
    const session = names[names.indexOf(place) === 0 ? 1 : 0]
    return { file: databaseIn(resolve(cwd, place)), session, guessed: false }
  }
  const [name = '', other] = names
  if (other !== undefined)
    throw notThere(`Neither ${name} nor ${other} is there. Name the data folder, and beside it a session.`)
  if (!sessionIdSchema.safeParse(name).success)
    throw notThere(`There is no ${name} here. Name a data folder that is there, or a session by its id.`)
  return { file: databaseIn(configured(env, cwd)), session: name, guessed: true }
}

function notThere(message: string): CannotVerify {
  return new CannotVerify('not_found', message)
}

function configured(env: Env, cwd: string): string {
  return readConfig(env, [], cwd).dataFolder
}

/** A folder stands for the database in it; so does one that is not there, to be told so. */
function databaseIn(path: string): string {
  return existsSync(path) && !statSync(path).isDirectory() ? path : join(path, DATABASE_FILE)
}
