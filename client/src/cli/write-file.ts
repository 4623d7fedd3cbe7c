// What a command makes: to a file, which is there whole or not at all, or to a pipe.
import { once } from 'node:events'
import { closeSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
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
export function refuseToOverwrite(path: string, options: WriteOptions): void {
  if (path === PIPE) return
  try {
    checkPlace(path, options)
  } catch (error) {
    throw problemOf(error, path) ?? error
  }
}

function checkPlace(path: string, { force }: WriteOptions): void {
  const folder = statSync(dirname(path), { throwIfNoEntry: false })
  if (folder === undefined)
    throw new CommandProblem(`${dirname(path)} is not there. Make that folder, or choose another.`, EXIT.failed)
  if (!folder.isDirectory())
    throw new CommandProblem(`${dirname(path)} is no folder. Choose a folder to write in.`, EXIT.failed)
  const there = statSync(path, { throwIfNoEntry: false })
  if (there?.isDirectory() === true) throw new CommandProblem(`${path} is a folder. Name a file in it.`, EXIT.failed)
  // A device or a pipe holds nothing that could be lost.
  if (force || there === undefined || !there.isFile()) return
  throw new CommandProblem(`${path} is there already. Choose another name, or overwrite it with --force.`, EXIT.failed)
}

export async function writePieces(path: string, pieces: Iterable<string>): Promise<void> {
  if (path === PIPE) return writeToPipe(pieces)
  try {
    // What is no plain file is written into: a file put in its place would not be what others have open.
    const there = statSync(path, { throwIfNoEntry: false })
    if (there !== undefined && !there.isFile()) writeInto(path, 'w', pieces)
    else writeWhole(there === undefined ? path : realpathSync(path), pieces)
  } catch (error) {
    throw problemOf(error, path) ?? error
  }
}

/** Under another name until all of it is there. */
function writeWhole(path: string, pieces: Iterable<string>): void {
  const part = join(dirname(path), `.coppice-${process.pid}.part`)
  try {
    writeInto(part, 'wx', pieces)
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

function writeInto(path: string, flags: 'w' | 'wx', pieces: Iterable<string>): void {
  const file = openSync(path, flags)
  try {
    for (const text of gathered(pieces)) writeAll(file, new TextEncoder().encode(text))
  } finally {
    closeSync(file)
  }
}

/** Undefined for what is no failure of the system. */
function problemOf(error: unknown, path: string): CommandProblem | undefined {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return undefined
  return new CommandProblem(wordsOf(String(error.code), path), EXIT.failed)
}

function wordsOf(code: string, path: string): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `You may not write ${path}. Choose another folder, or check its permissions.`
    case 'ENOSPC':
    case 'EDQUOT':
      return `There is no room left to write ${path}. Free some and run the command again.`
    case 'ENAMETOOLONG':
      return `The name ${basename(path)} is too long. Choose a shorter one.`
    default:
      return `${path} could not be written: the system said ${code}. Choose another folder.`
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
