// Whom an HTTP request is from: `Authorization: Bearer`, then `token=`, then the cookie.
import type { Participant } from '@coppice/shared'
import type { Access } from './access.ts'
import { readBearer } from './bearer.ts'

export interface RequestCredentials {
  readonly authorization: string | undefined
  /** The query's `token`. */
  readonly token: string | undefined
  readonly cookie: string | undefined
}

export interface Identity {
  readonly participant: Participant
  readonly via: 'token' | 'cookie'
}

/**
 * Undefined for who shows nothing, or a cookie that is no longer good: they are signed out.
 * Throws `unauthenticated` for a token that is no good, because whoever sends one means it.
 */
export async function identify(access: Access, credentials: RequestCredentials): Promise<Identity | undefined> {
  const token = readBearer(credentials.authorization) ?? credentials.token
  if (token !== undefined) return { participant: await access.byToken(token), via: 'token' }
  if (credentials.cookie === undefined) return undefined
  const participant = await access.findBySecret(credentials.cookie, 'cookie')
  return participant === undefined ? undefined : { participant, via: 'cookie' }
}
