#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
// The command line: `coppice <command>`. Puts the commands together, and is the one place where failures become words,
// documents and exit codes.
import { Command, CommanderError } from 'commander'
import { convertCommand } from './convert.ts'
import { EXIT, EXIT_HELP } from './exit-codes.ts'
import { failureOf, parserFailure, type Failure } from './failure.ts'
import { inspectCommand } from './inspect.ts'
import { documentStream, errorDocument, writeDocument } from './json-document.ts'
import { plainLine } from './plain-line.ts'
import { ownVersion } from './version.ts'
import { problemOf } from './write-file.ts'

const EXAMPLES = `
Examples:
  coppice inspect session.jsonl
  coppice convert session.jsonl session.html
`

const OURS = 'Something went wrong in Coppice itself. Standard error says where; please report it.'

const program = new Command('coppice')
  .description('Session files, without a server: see what is in one, and turn it into another kind of file.')
  .version(ownVersion(), '-V, --version', 'say which version this is')
  .addHelpText('after', EXAMPLES + EXIT_HELP)
  .showHelpAfterError('"coppice --help" says what it takes.')
for (const command of [convertCommand(), inspectCommand()])
  program.addCommand(command.showHelpAfterError(`"coppice ${command.name()} --help" says what it takes.`))

const stream = documentStream(process.argv.slice(2), program.commands)
let parserSaid = ''
for (const command of [program, ...program.commands])
  command.exitOverride().configureOutput({
    writeErr: (words) => {
      parserSaid += words
      if (stream !== 'stderr') process.stderr.write(words)
    },
  })

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads our output may stop when they have enough.
  if (error.code === 'EPIPE') process.exit()
  const problem = problemOf(error, 'standard output')
  if (problem === undefined) throw error
  // No document goes where nothing can be written.
  end(problem, stream === 'stdout' ? undefined : stream)
  process.exit()
})
// Where nobody listens there is nobody to tell.
process.stderr.on('error', () => undefined)

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    const isHelp = error.code.startsWith('commander.help')
    if (error.exitCode === 0) process.exitCode = EXIT.ok
    else end(parserFailure(isHelp ? '' : parserSaid), stream, true)
  } else {
    const failure = failureOf(error)
    if (failure !== undefined) end(failure, stream)
    else {
      if (stream !== undefined) writeDocument(stream, errorDocument({ code: 'internal', message: OURS }))
      throw error
    }
  }
}

/** @param isSaid whether people were told already */
function end(failure: Failure, to: typeof stream, isSaid = false): void {
  process.exitCode = failure.exitCode
  if (to !== undefined) writeDocument(to, errorDocument(failure))
  if (to !== 'stderr' && !isSaid) process.stderr.write(`${plainLine(failure.message)}\n`)
}
