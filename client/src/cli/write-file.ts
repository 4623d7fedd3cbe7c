// What a command makes: to a file, which is there whole or not at all, or to a pipe.
import { once } from 'node:events'
import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { inTheWay, type CommandProblem } from './failure.ts'
import { PIPE } from './read-file.ts'
import { writeInto, writeWhole } from './whole-file.ts'

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
    throw inTheWay('not_found', `${dirname(path)} is not there. Make that folder, or choose another.`, path)
  if (!folder.isDirectory())
    throw inTheWay('bad_request', `${dirname(path)} is no folder. Choose a folder to write in.`, path)
  const there = statSync(path, { throwIfNoEntry: false })
  if (there?.isDirectory() === true) throw inTheWay('bad_request', `${path} is a folder. Name a file in it.`, path)
  // A device or a pipe holds nothing that could be lost.
  if (there !== undefined && !there.isFile()) return
  if (there === undefined || force)
    return accessSync(dirname(there === undefined ? path : realpathSync(path)), constants.W_OK)
  throw inTheWay('conflict', `${path} is there already. Choose another name, or overwrite it with --force.`, path)
}

export async function writePieces(path: string, pieces: Iterable<string>): Promise<void> {
  if (path === PIPE) return writeToPipe(pieces)
  try {
    // What is no plain file is written into: a file put in its place would not be what others have open.
    const there = statSync(path, { throwIfNoEntry: false })
    if (there !== undefined && !there.isFile()) await writeInto(path, 'w', bytesOf(pieces))
    else await writeWhole(there === undefined ? path : realpathSync(path), bytesOf(pieces))
  } catch (error) {
    throw problemOf(error, path) ?? error
  }
}

/** Undefined for what is no failure of the system. */
export function problemOf(error: unknown, path: string): CommandProblem | undefined {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return undefined
  const system = String(error.code)
  switch (system) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS': {
      const message = `You may not write ${path}. Choose another folder, or check its permissions.`
      return inTheWay('forbidden', message, path, system)
    }
    case 'ENOSPC':
    case 'EDQUOT': {
      const message = `There is no room left to write ${path}. Free some and run the command again.`
      return inTheWay('storage', message, path, system)
    }
    case 'ENAMETOOLONG': {
      const message = `The name ${basename(path)} is too long. Choose a shorter one.`
      return inTheWay('bad_request', message, path, system)
    }
    default: {
      const message = `${path} could not be written: the system said ${system}. Choose another folder.`
      return inTheWay('storage', message, path, system)
    }
  }
}

async function writeToPipe(pieces: Iterable<string>): Promise<void> {
  for (const text of gathered(pieces)) if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

function* bytesOf(pieces: Iterable<string>): Generator<Uint8Array> {
  for (const text of gathered(pieces)) yield new TextEncoder().encode(text)
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
