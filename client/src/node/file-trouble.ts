// What a failure of SQLite or of the file system means for a file store, in words that name the file.
import { StoreError, type StoreTrouble } from '../sdk/offline/device-store.ts'

/** SQLite's primary result codes (sqlite.org/rescode.html). */
const [BUSY, LOCKED, CORRUPT, FULL, NOT_A_DATABASE] = [5, 6, 11, 13, 26]

/** `otherwise` is for all that has nothing to do with room. */
export function fileTrouble(cause: unknown, path: string, otherwise: StoreTrouble): StoreError {
  if (cause instanceof StoreError) return cause
  const code = primaryCode(cause)
  if (code === BUSY || code === LOCKED) {
    const message = `${path} is in use by another process. Stop that one, or give this one a file of its own.`
    return new StoreError('refused', message, { cause })
  }
  if (code === NOT_A_DATABASE || code === CORRUPT) {
    const message = `${path} is damaged or not a database. Put back a copy of it, or move it away to start anew.`
    return new StoreError(otherwise, message, { cause })
  }
  if (code === FULL || systemCode(cause) === 'ENOSPC') {
    return new StoreError('full', `There is no room left for ${path}. Free some space and start again.`, { cause })
  }
  const reason = cause instanceof Error ? cause.message : String(cause)
  const act = otherwise === 'refused' ? 'can’t be opened for writing' : 'can’t be written any more'
  return new StoreError(otherwise, `${path} ${act} (${reason}). Check the folder and its permissions.`, { cause })
}

/** Extended codes carry the primary one in their low byte. */
function primaryCode(cause: unknown): number | undefined {
  if (!(cause instanceof Error) || !('errcode' in cause) || typeof cause.errcode !== 'number') return undefined
  return cause.errcode & 0xff
}

function systemCode(cause: unknown): unknown {
  return cause instanceof Error && 'code' in cause ? cause.code : undefined
}
