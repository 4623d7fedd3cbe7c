// Session files from a disk or from a pipe, read piece by piece.
import { closeSync, openSync, readSync } from 'node:fs'
import { participantId } from '@coppice/shared'
import { importFile, type ImportedSession } from '@coppice/shared/formats'

/** Stands for standard input, and for standard output. */
export const PIPE = '-'
/** Whoever a file names nobody else for. */
export const NOBODY = participantId('importer')

const CHUNK_BYTES = 256 * 1024
const STDIN = 0
const WAIT_MS = 5

/**
 * The sessions of a file, one after the other. Throws SessionError for what is no session, and the system's error for
 * what cannot be read.
 * @param format a format's name, or "auto"
 */
export function readSessions(path: string, format: string): Iterable<ImportedSession> {
  const name = path === PIPE ? {} : { fileName: path }
  return importFile(textOf(path), { author: NOBODY, keepsAuthors: true, now: Date.now(), format, ...name })
}

function* textOf(path: string): Generator<string> {
  const file = path === PIPE ? STDIN : openSync(path, 'r')
  // The byte order mark is left in place: the format reports it.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const bytes = new Uint8Array(CHUNK_BYTES)
  try {
    for (let length = readSome(file, bytes, path); length > 0; length = readSome(file, bytes, path))
      yield decoder.decode(bytes.subarray(0, length), { stream: true })
    yield decoder.decode()
  } finally {
    if (file !== STDIN) closeSync(file)
  }
}

/** 0 at the end. A pipe may have nothing yet. */
function readSome(file: number, bytes: Uint8Array, path: string): number {
  for (;;) {
    try {
      return readSync(file, bytes)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'EOF') return 0
      // Reading tells less than opening: the system does not name the file here.
      if (code !== 'EAGAIN') throw Object.assign(error instanceof Error ? error : new Error(String(error)), { path })
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS)
    }
  }
}
