import { expect, test } from 'vitest'
import { languageOfArgument, languageOfPath, languageOfResult, languageOfText } from './code-language.ts'

test('[UI147] the language of a file is told by its name', () => {
  expect(['/w/a.ts', 'C:\\w\\b.PY', 'Dockerfile', '/w/.env', 'a.jsonl', 'styles.scss'].map(languageOfPath)).toEqual([
    'ts',
    'py',
    'dockerfile',
    'ini',
    'json',
    'css',
  ])
  for (const none of ['/w/src', 'notes.txt', '/w/.gitignore', '', '/a.b/c', 'a.an-ending-that-is-none'])
    expect(languageOfPath(none), none).toBe('')
})

test('[UI147] what a call answered is coloured where it was read from a file, is a patch or JSON; nothing else', () => {
  expect(languageOfResult('Read', { file_path: '/w/a.go' }, 'package a')).toBe('go')
  expect(languageOfResult('read_file', { absolute_path: '/w/a.go' }, 'package a')).toBe('go')
  expect(languageOfResult('Edit', { file_path: '/w/a.go' }, 'The file was updated')).toBe('')
  expect(languageOfResult('bash', { command: 'git diff' }, 'diff --git a/x b/x\n+1')).toBe('diff')
  expect(languageOfResult('fetch', null, '{"a": 1}\n')).toBe('json')
  for (const prose of ['[x] done', '{curly} talk', 'plain', '', '[trimmed]']) expect(languageOfText(prose)).toBe('')
})

test('[UI147] an argument is coloured as what it is: a command, the text of a file, code of the tool’s language', () => {
  expect(languageOfArgument('bash', {}, 'command', 'ls')).toBe('bash')
  expect(languageOfArgument('Write', { file_path: 'a.rs' }, 'content', 'fn main() {}')).toBe('rs')
  expect(languageOfArgument('python', {}, 'code', 'import os')).toBe('python')
  expect(languageOfArgument('apply_patch', {}, 'input', '*** Begin Patch\n')).toBe('diff')
  expect(languageOfArgument('Write', {}, 'content', 'words')).toBe('')
})
