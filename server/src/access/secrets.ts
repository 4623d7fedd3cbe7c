// Makes secrets and the hashes under which they are kept. The only place that knows either's form.
import { createHash, randomBytes } from 'node:crypto'

/** A new secret: 32 random bytes as base64url (43 characters). Tokens, cookies, invite codes and tickets are such. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored and looked up instead of a secret: its SHA-256, as hex. Secrets are random, so no salt is needed. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex')
}
