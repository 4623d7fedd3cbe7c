// Signs a browser in: makes the secret its cookie holds.
import type { ParticipantId } from '@coppice/shared'
import type { Access } from './access.ts'
import { hashSecret, newSecret } from './secrets.ts'

/** How long a browser stays signed in. */
export const COOKIE_LIFE_MS = 180 * 24 * 60 * 60 * 1000

/** A new cookie secret for the participant, stored before it is returned. */
export async function issueCookie(access: Access, participant: ParticipantId): Promise<string> {
  const secret = newSecret()
  const nowMs = access.now()
  await access.store.saveCredential({
    hash: hashSecret(secret),
    participant,
    kind: 'cookie',
    createdAt: new Date(nowMs).toISOString(),
    expiresAt: new Date(nowMs + COOKIE_LIFE_MS).toISOString(),
  })
  return secret
}
