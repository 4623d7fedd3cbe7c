// The owner: the one participant who may do everything, and the file that keeps their token.
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { participantId, type Participant } from '@coppice/shared'
import type { AccessStore } from './access-store.ts'
import { newSecret } from './secrets.ts'

/** Fixed, so that the owner stays the same participant over restarts and token changes. */
export const OWNER_ID = participantId('owner')

const OWNER: Participant = { id: OWNER_ID, name: 'Owner', color: 0, kind: 'human' }

const TOKEN_FILE = 'owner-token'

/** The owner as the store knows them; written on the first start. */
export async function ensureOwner(store: AccessStore): Promise<Participant> {
  const known = await store.findParticipant(OWNER_ID)
  if (known !== undefined) return known
  await store.saveParticipant(OWNER)
  return OWNER
}

/**
 * The token kept in the data folder; made on the first start. The file is readable by its user alone (mode 0600),
 * which is mended when it is not. Rejects with the system's error when the folder cannot be written.
 */
export async function ensureOwnerToken(dataFolder: string): Promise<string> {
  const path = join(dataFolder, TOKEN_FILE)
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  const token = newSecret()
  try {
    await writeFile(path, `${token}\n`, { mode: 0o600, flag: 'wx' })
    return token
  } catch (error) {
    if (!isFileExists(error)) throw error
  }
  await chmod(path, 0o600)
  const kept = (await readFile(path, 'utf8')).trim()
  if (kept !== '') return kept
  await writeFile(path, `${token}\n`, { mode: 0o600 })
  return token
}

function isFileExists(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}
