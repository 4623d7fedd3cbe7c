#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
// The command line: `coppice <command>`. Puts the commands together and turns how they end into an exit code.
import { Command, CommanderError } from 'commander'
import { convertCommand } from './convert.ts'
import { EXIT, EXIT_HELP } from './exit-codes.ts'
import { inspectCommand } from './inspect.ts'

const program = new Command('coppice')
  .description('Session files, without a server: see what is in one, and turn it into another kind of file.')
  .addHelpText('after', EXIT_HELP)
  .exitOverride()
  .configureHelp({ showGlobalOptions: true })
for (const command of [convertCommand(), inspectCommand()])
  program.addCommand(
    command.exitOverride().showHelpAfterError(`"coppice ${command.name()} --help" says what it takes.`),
  )

// Whoever reads our output may stop when they have enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(EXIT.ok)
})

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CommanderError)) throw error
  const isHelp = ['commander.helpDisplayed', 'commander.help', 'commander.version'].includes(error.code)
  process.exitCode = isHelp && error.exitCode === 0 ? EXIT.ok : EXIT.usage
}
