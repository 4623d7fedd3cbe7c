// The configuration, and the only reader of the environment. Flags win over the environment.
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i

/** Each message says what is allowed; the line in front of it names the setting and its value. */
const configSchema = z.object({
  host: z
    .string()
    .refine((host) => isIP(host) !== 0 || HOST_NAME.test(host), 'Give a host name or an IP address, without a port.')
    .default('127.0.0.1'),
  port: z
    .string()
    .regex(/^\d{1,5}$/, 'Give a whole number from 0 to 65535; 0 takes a free port.')
    .transform(Number)
    .refine((port) => port <= 65_535, 'Give a whole number from 0 to 65535; 0 takes a free port.')
    .default(4180),
  data: z
    .string()
    .refine((path) => !path.includes('\0'), 'Give the path of a folder.')
    .default('./data'),
  token: z
    .string()
    .regex(/^[\w.~+/=-]{8,512}$/, 'Give 8 to 512 letters, digits and the signs - . _ ~ + / =')
    .optional(),
  log: z.enum(LOG_LEVELS, `Give one of ${LOG_LEVELS.join(', ')}.`).optional(),
  limits: z.enum(['on', 'off'], 'Give on or off.').default('on'),
})

export interface Config {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** Absolute path of the data folder. */
  readonly dataFolder: string
  /** The owner's API token; undefined when the server is to make and keep one. */
  readonly ownerToken: string | undefined
  /** Undefined: the logger's own choice. */
  readonly logLevel: (typeof LOG_LEVELS)[number] | undefined
  /** False lifts the limits of rates and connections: for measuring, and among trusted people. */
  readonly limited: boolean
  /** Variables that are set and that this version does nothing with. */
  readonly unused: readonly string[]
}

/** A configuration that cannot be used. The message is one line that names the setting and what is allowed. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConfigError'
  }
}

interface Setting {
  readonly variable: string
  readonly flag?: string
  /** Secrets are not repeated in messages. */
  readonly secret?: boolean
}

const SETTINGS = {
  host: { variable: 'COPPICE_HOST', flag: '--host' },
  port: { variable: 'COPPICE_PORT', flag: '--port' },
  data: { variable: 'COPPICE_DATA', flag: '--data' },
  token: { variable: 'COPPICE_TOKEN', secret: true },
  log: { variable: 'COPPICE_LOG' },
  limits: { variable: 'COPPICE_LIMITS' },
} as const satisfies Record<keyof z.input<typeof configSchema>, Setting>

const NOT_YET = ['DATABASE_URL', 'REDIS_URL']

/**
 * Reads the configuration. An empty variable counts as not set.
 * @param args What follows the script's name on the command line.
 * @param cwd Where a relative data folder is looked for.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
  cwd: string,
): Config {
  const flags = readFlags(args)
  const given = Object.fromEntries(
    Object.entries(SETTINGS).flatMap(([key, { variable }]) => {
      const value = flags[key] ?? env[variable]
      return value === undefined || value === '' ? [] : [[key, value]]
    }),
  )
  const parsed = configSchema.safeParse(given)
  if (!parsed.success) throw configError(parsed.error, given, flags)
  const { host, port, data, token, log, limits } = parsed.data
  return {
    host,
    port,
    dataFolder: resolve(cwd, data),
    ownerToken: token,
    logLevel: log,
    limited: limits === 'on',
    unused: NOT_YET.filter((variable) => (env[variable] ?? '') !== ''),
  }
}

function readFlags(args: readonly string[]): Record<string, string | undefined> {
  const option = { type: 'string' } as const
  try {
    const { values } = parseArgs({ args: [...args], options: { host: option, port: option, data: option } })
    return values
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new ConfigError(`${reason} Use --host <name>, --port <number> and --data <folder>.`)
  }
}

function configError(error: z.ZodError, given: Record<string, unknown>, flags: Record<string, unknown>): ConfigError {
  const issue = error.issues[0]
  const key = String(issue?.path[0])
  const setting: Setting = Object.entries(SETTINGS).find(([name]) => name === key)?.[1] ?? { variable: key }
  const name = flags[key] === undefined ? setting.variable : (setting.flag ?? setting.variable)
  const value = setting.secret === true ? 'this value' : JSON.stringify(given[key])
  return new ConfigError(`${name}: ${value} cannot be used. ${issue?.message ?? ''}`)
}
