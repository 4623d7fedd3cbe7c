import { expect, test } from 'vitest'
import { numberedCodeOf, type NumberedCode } from './numbered-lines.ts'

function whole({ head, prefixes, code, tail }: NumberedCode): string {
  const lines = code.split('\n').map((line, at) => `${prefixes[at] ?? ''}${line}`)
  return head + lines.join('\n') + tail
}

test('[UI147] numbers before lines are told apart from the code, and together they are the text again', () => {
  const claude = '     1→package a\n     2→\n     3→func b() {}\n\n<system-reminder>\nBe careful\n</system-reminder>'
  expect(numberedCodeOf(claude)).toEqual({
    head: '',
    prefixes: ['     1→', '     2→', '     3→'],
    code: 'package a\n\nfunc b() {}',
    tail: '\n\n<system-reminder>\nBe careful\n</system-reminder>',
  })
  const other = '<file>\n00041| const a = 1\n00042| const b = 2\n</file>'
  expect(numberedCodeOf(other).code).toBe('const a = 1\nconst b = 2')
  for (const text of [claude, other, 'a\nb', '', '\n', '1\tx\n3\ty', '1→a', 'x\ny\nz\nw\n1→late'])
    expect(whole(numberedCodeOf(text))).toBe(text)
})

test('[UI147] what only looks like a number is code', () => {
  expect(numberedCodeOf('const a = 1\nreturn a').prefixes).toEqual([])
  // Lines that do not count on end it.
  expect(numberedCodeOf('1\tx\n3\ty').prefixes).toHaveLength(1)
})
