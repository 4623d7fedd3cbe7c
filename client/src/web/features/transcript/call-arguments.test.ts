import { expect, test } from 'vitest'
import { argumentsOf } from './call-arguments.ts'

test('[UI148] arguments are names and values, and a longer text keeps its own lines, in the colours of its language', () => {
  expect(argumentsOf('Write', { file_path: '/w/a.ts', content: 'const a = "x"\nconst b = 2', limit: 3 })).toEqual([
    { kind: 'field', name: 'file_path', text: '/w/a.ts' },
    { kind: 'block', name: 'content', text: 'const a = "x"\nconst b = 2', language: 'ts' },
    { kind: 'field', name: 'limit', text: '3' },
  ])
  expect(argumentsOf('python', { code: 'import os\r\nprint(1)' })).toEqual([
    { kind: 'block', name: 'code', text: 'import os\nprint(1)', language: 'python' },
  ])
  expect(argumentsOf('shell', { command: ['ls', '-la'] })).toEqual([{ kind: 'field', name: 'command', text: 'ls -la' }])
  expect(argumentsOf('shell', { command: ['bash', '-lc', 'cd a\nls'], paths: ['a b', 'c'], n: [] })).toEqual([
    { kind: 'block', name: 'command', text: 'cd a\nls', language: 'bash' },
    { kind: 'block', name: 'paths', text: 'a b\nc', language: '' },
    { kind: 'field', name: 'n', text: '[]' },
  ])
  expect(argumentsOf('apply_patch', '*** Begin Patch\n+a')).toEqual([
    { kind: 'block', name: 'Arguments', text: '*** Begin Patch\n+a', language: 'diff' },
  ])
  for (const nothing of [undefined, null, '', {}]) expect(argumentsOf('x', nothing)).toEqual([])
})

test('[UI149] a list of what is to be done is lines to tick off, not JSON', () => {
  expect(argumentsOf('TodoWrite', { todos: [{ content: 'Plant', status: 'completed', id: '1' }] })).toEqual([
    { kind: 'todos', name: 'todos', todos: [{ text: 'Plant', state: 'done' }] },
  ])
})

test('[UI8] what a call holds cannot steer the page', () => {
  expect(argumentsOf('x', { 'n\u202E': 'a\u2066', long: `\u202E${'a'.repeat(200)}` })).toMatchObject([
    { name: 'n⟨U+202E⟩', text: 'a⟨U+2066⟩' },
    { text: expect.stringContaining('⟨U+202E⟩') },
  ])
})
