import { expect, test } from 'vitest'
import { withoutTerminalCodes, withVisibleControls } from './visible-controls.ts'

test('[UI8] characters that turn the direction of writing are shown by name', () => {
  expect(withVisibleControls('user\u202Egnp.exe')).toBe('user⟨U+202E⟩gnp.exe')
  for (const code of [0x202a, 0x202b, 0x202c, 0x202d, 0x2066, 0x2067, 0x2068, 0x2069])
    expect(withVisibleControls(String.fromCharCode(code))).toBe(`⟨U+${code.toString(16).toUpperCase()}⟩`)
})

test('[UI8] control characters are pictures, tabs and line breaks stay', () => {
  expect(withVisibleControls('a\u0000b\u001Bc\u007Fd\u0085')).toBe('a␀b␛c␡d⟨U+0085⟩')
  expect(withVisibleControls('a\tb\nc\r\nd\re')).toBe('a\tb\nc\nd\ne')
})

test('[UI8] writing from right to left, joined emoji and accents are left alone', () => {
  for (const text of ['שלום עולם', 'مرحبا', '👩‍👩‍👧', 'é', 'naïve']) expect(withVisibleControls(text)).toBe(text)
})

test('[UI8] the colours of a terminal are left out of what a program printed', () => {
  expect(withoutTerminalCodes('\u001B[1;31mfailed\u001B[0m \u001B]0;title\u0007ok')).toBe('failed ok')
  expect(withoutTerminalCodes('a\u001Bb')).toBe('a␛b')
})
