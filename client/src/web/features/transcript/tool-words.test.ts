import { expect, test } from 'vitest'
import { argumentsText, changesOf, countLines, subjectOf } from './tool-words.ts'

test('[UI15] a call says what it is about: its path, command or query, on one line', () => {
  expect(subjectOf({ path: 'src/a.ts', limit: 3 })).toBe('src/a.ts')
  expect(subjectOf({ command: 'npm test\n  --watch' })).toBe('npm test --watch')
  expect(subjectOf({ other: 'first text' })).toBe('first text')
  expect(subjectOf('plain')).toBe('plain')
  for (const nothing of [undefined, null, 3, [], {}, { n: 1 }]) expect(subjectOf(nothing)).toBe('')
})

test('[UI15] an edit counts the lines it adds and takes away', () => {
  expect(countLines(changesOf({ path: 'a', oldText: 'x\ny\n', newText: 'x\nz\nw\n' }))).toEqual({
    added: 3,
    removed: 2,
  })
  expect(
    countLines(
      changesOf({
        edits: [
          { oldText: 'a', newText: '' },
          { oldText: '', newText: 'b' },
        ],
      }),
    ),
  ).toEqual({
    added: 1,
    removed: 1,
  })
  expect(changesOf({ path: 'a' })).toEqual([])
  expect(changesOf(null)).toEqual([])
})

test('[UI8] what a call holds cannot steer the page', () => {
  expect(subjectOf({ path: 'a\u202Eb' })).toBe('a⟨U+202E⟩b')
  expect(argumentsText({ path: 'a\u2066' })).toContain('⟨U+2066⟩')
  expect(argumentsText(undefined)).toBe('')
})
