// How a command ends, for scripts.

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
