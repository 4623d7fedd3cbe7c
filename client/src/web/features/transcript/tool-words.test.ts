import { expect, test } from 'vitest'
import { changesOf, countLines, subjectOf, subjectParts } from './tool-words.ts'

test('[UI15] a call says what it is about: its path, command or query, on one line', () => {
  expect(subjectOf({ path: 'src/a.ts', limit: 3 })).toBe('src/a.ts')
  expect(subjectOf({ command: 'npm test\n  --watch' })).toBe('npm test --watch')
  expect(subjectOf({ other: 'first text' })).toBe('first text')
  expect(subjectOf('plain')).toBe('plain')
  for (const nothing of [undefined, null, 3, [], {}, { n: 1 }]) expect(subjectOf(nothing)).toBe('')
})

test('[UI15] an edit counts the lines it adds and takes away', () => {
  expect(countLines(changesOf({ path: 'a', oldText: 'x\ny\n', newText: 'x\nz\nw\n' }))).toEqual({
    added: 2,
    removed: 1,
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
})

test('[UI122] a path is cut before its end: which file it is stays', () => {
  expect(subjectParts({ file_path: '/home/anna/work/src/import/stream.ts' })).toEqual({
    head: '/home/anna/work/src/import/',
    tail: 'stream.ts',
  })
  expect(subjectParts({ path: 'C:\\work\\a.ts' })).toEqual({ head: 'C:\\work\\', tail: 'a.ts' })
  const long = `/${'folder/'.repeat(60)}stream.ts`
  expect(subjectParts({ path: long }).tail).toBe('stream.ts')
  // A folder, a command, a file without a folder, and a name that is longer than a line are cut at their end.
  expect(subjectParts({ path: '/home/anna/' })).toEqual({ head: '/home/anna/', tail: '' })
  expect(subjectParts({ command: 'cat a/b' })).toEqual({ head: 'cat a/b', tail: '' })
  expect(subjectParts({ path: 'a.ts' })).toEqual({ head: 'a.ts', tail: '' })
  expect(subjectParts({ path: `/a/${'n'.repeat(200)}` }).tail).toBe('')
  expect(subjectParts({ path: '/a/b\u202E' }).tail).toBe('b⟨U+202E⟩')
})

test('[UI148] lines that an edit leaves as they are count as neither added nor taken away', () => {
  const [change] = changesOf({ old_string: 'a\nb\nc\nd', new_string: 'a\nB\nb2\nc\nd' })
  expect(change).toMatchObject({ head: 1, tail: 2 })
  expect(countLines(changesOf({ old_string: 'a\nb\nc\nd', new_string: 'a\nB\nb2\nc\nd' }))).toEqual({
    added: 2,
    removed: 1,
  })
  for (const [before, after, added, removed] of [
    ['a\na', 'a', 0, 1],
    ['a', 'a\na', 1, 0],
    ['a', 'a', 0, 0],
    ['', 'a\nb\n', 2, 0],
    ['x', '', 0, 1],
  ] as const)
    expect(countLines(changesOf({ oldText: before, newText: after })), `${before} to ${after}`).toEqual({
      added,
      removed,
    })
})

test('[UI149] a call without a telling text says its command, or how much of a list is done', () => {
  expect(subjectOf({ command: ['bash', '-lc', 'git status'] })).toBe('git status')
  expect(subjectOf({ command: ['ls', '-la'] })).toBe('ls -la')
  const todos = [
    { content: 'a', status: 'completed' },
    { content: 'b', status: 'in_progress' },
  ]
  expect(subjectOf({ todos })).toBe('1 of 2 done')
  expect(subjectOf({ list: [{ content: 'a' }] })).toBe('')
})
