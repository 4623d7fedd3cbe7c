import { expect, test } from 'vitest'
import { hashSecret, newSecret } from './secrets.ts'

test('[AC1] a secret is 32 random bytes as base64url, and only its SHA-256 is kept', () => {
  const secrets = new Set(Array.from({ length: 100 }, newSecret))
  expect(secrets.size).toBe(100)
  for (const secret of secrets) {
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(hashSecret(secret)).toMatch(/^[0-9a-f]{64}$/)
  }
  // FIPS 180-2, appendix B.1.
  expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
