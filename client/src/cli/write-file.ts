// What a command makes: to a file, which is there whole or not at all, or to a pipe.
import { once } from 'node:events'
import { closeSync, existsSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { CommandProblem, EXIT } from './exit-codes.ts'
import { PIPE } from './read-file.ts'

/** Pieces are gathered up to so many characters before they are written. */
const CHUNK = 256 * 1024

export interface WriteOptions {
  /** Whether a file that is there already may go. */
  readonly force: boolean
}

/** Throws a CommandProblem when there is a file already, or no folder for it: asked before anything is read. */
export function refuseToOverwrite(path: string, { force }: WriteOptions): void {
  if (path === PIPE) return
  if (!existsSync(dirname(path)))
    throw new CommandProblem(`${dirname(path)} is not there. Make that folder, or choose another.`, EXIT.failed)
  if (force || !existsSync(path)) return
  throw new CommandProblem(`${path} is there already. Choose another name, or overwrite it with --force.`, EXIT.failed)
}

export async function writePieces(path: string, pieces: Iterable<string>): Promise<void> {
  if (path === PIPE) return writeToPipe(pieces)
  const part = join(dirname(path), `.${basename(path)}.${process.pid}.part`)
  try {
    const file = openSync(part, 'wx')
    try {
      for (const text of gathered(pieces)) writeAll(file, new TextEncoder().encode(text))
    } finally {
      closeSync(file)
    }
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw error instanceof Error && 'code' in error ? Object.assign(error, { path }) : error
  }
}

async function writeToPipe(pieces: Iterable<string>): Promise<void> {
  for (const text of gathered(pieces)) if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
}

function* gathered(pieces: Iterable<string>): Generator<string> {
  let text = ''
  for (const piece of pieces) {
    text += piece
    if (text.length < CHUNK) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}
