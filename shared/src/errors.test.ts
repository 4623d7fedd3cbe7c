import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ERROR_TABLE, isErrorCode } from './errors.ts'

const page = readFileSync(new URL('../../docs/PROTOCOL.md', import.meta.url), 'utf8')

test('[ER1] the table of errors in PROTOCOL.md is the one in the code', () => {
  const documented = [...page.matchAll(/^\| `(\w+)` \| (\d+) \| (\d+) \| (yes|no) \|$/gm)].map(
    ([, code, status, close, retry]) => [
      code,
      { status: Number(status), close: Number(close), retry: retry === 'yes' },
    ],
  )
  expect(Object.fromEntries(documented)).toEqual(ERROR_TABLE)
})

test('[ER2] codes that a retry cannot mend close with 4400 to 4499, the others never do', () => {
  for (const [code, { close, retry }] of Object.entries(ERROR_TABLE)) {
    const isFinal = close >= 4400 && close <= 4499
    expect(isFinal, code).toBe(!retry)
    expect([1008, 1009], code).not.toContain(close)
  }
})

test('[ER3] a code is known by its own name only', () => {
  expect(isErrorCode('not_found')).toBe(true)
  expect(isErrorCode('toString')).toBe(false)
  expect(isErrorCode(404)).toBe(false)
})
