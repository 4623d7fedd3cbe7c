// The log for operators: JSON lines on stderr. Nothing that opens a door is ever written to it.
import { pino, type Logger } from 'pino'

export type { Logger } from 'pino'

/** Keys whose values are secrets, wherever they stand in the first two levels of a line. */
const SECRETS = ['token', 'ticket', 'cookie', 'authorization', 'secret', 'url']

export interface LoggerOptions {
  /** Default: `warn` on a terminal, where people read, else `info`. */
  readonly level: string | undefined
  readonly isTerminal: boolean
  /** Takes one line per call. */
  readonly write: (line: string) => void
}

export function createLogger(options: LoggerOptions): Logger {
  return pino(
    {
      level: options.level ?? (options.isTerminal ? 'warn' : 'info'),
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      base: null,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRETS.flatMap((key) => [key, `*.${key}`]), censor: '[secret]' },
    },
    { write: options.write },
  )
}
