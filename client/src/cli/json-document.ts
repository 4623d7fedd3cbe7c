// `--json`: one document for scripts, whether the command did what was asked or not, and where it goes.
import type { Command } from 'commander'
import type { Failure } from './failure.ts'
import { PIPE } from './read-file.ts'

export type Stream = 'stdout' | 'stderr'

/** The report goes where the file does not. */
export function besides(output: string | undefined): Stream {
  return output === PIPE ? 'stderr' : 'stdout'
}

/**
 * Where the document is to go, undefined when none was asked for. Told from the words alone, since a command that is not
 * understood fails as well.
 */
export function documentStream(args: readonly string[], commands: readonly Command[]): Stream | undefined {
  const valued = new Set(
    commands.flatMap(({ options }) => options.filter(({ required }) => required)).map(({ long }) => long),
  )
  const names: string[] = []
  let isAsked = false
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? ''
    if (word === '--') {
      names.push(...args.slice(at + 1))
      break
    }
    if (word === PIPE || !word.startsWith('-')) names.push(word)
    else if (valued.has(word)) at += 1
    else if (word === '--json') isAsked = true
  }
  if (!isAsked) return undefined
  const [command, , output] = names
  return besides(command === 'convert' ? output : undefined)
}

export function writeDocument(stream: Stream, document: object): void {
  process[stream].write(`${JSON.stringify(document, null, 2)}\n`)
}

/** In the form of the errors over HTTP. */
export function errorDocument({ code, message, details }: Omit<Failure, 'exitCode'>): object {
  return { error: { code, message, ...(details === undefined ? {} : { details }) } }
}
