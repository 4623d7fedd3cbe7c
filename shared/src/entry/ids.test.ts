import { expect, test } from 'vitest'
import { entryId, newEntryId, newSessionId, participantId, sessionIdSchema } from './ids.ts'

test('[EN1] a session id has a narrow grammar, since it stands in URLs and file names', () => {
  for (const id of ['a', 'A-1_b', '0190a3c4-0000-7000-8000-000000000001', 'x'.repeat(64)])
    expect(sessionIdSchema.safeParse(id).success, id).toBe(true)
  for (const id of ['', '-a', '_a', '..', 'a/b', 'a%2e', 'a b', 'ä', '*', 'x'.repeat(65)])
    expect(sessionIdSchema.safeParse(id).success, id).toBe(false)
})

test('[EN7] entry and participant ids are opaque strings of 1 to 256 characters; new ones sort by their time', () => {
  expect(entryId('__proto__')).toBe('__proto__')
  expect(() => entryId('')).toThrow()
  expect(() => participantId('x'.repeat(257))).toThrow()
  const ids = [1_000, 2_000, 3_000].map((ms) => newEntryId(1_700_000_000_000 + ms))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(Array.from({ length: 1_000 }, () => newEntryId(1_700_000_000_000))).size).toBe(1_000)
  expect(sessionIdSchema.safeParse(newSessionId(1_700_000_000_000)).success).toBe(true)
})
