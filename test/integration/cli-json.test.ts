// `--json` when a command fails: one document as well, for whoever reads no sentences.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ERROR_TABLE } from '@coppice/shared'
import { expect, test } from 'vitest'
import { tempFolder } from '../support/temp-folder.ts'
import { file, PI, run, talks } from './cli-run.ts'

interface Failed {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly details?: Readonly<Record<string, unknown>>
  }
}

type Case = readonly [args: readonly string[], exitCode: number, error: Partial<Failed['error']>]

test('[CL27] a failure is one document on standard output, in the form of HTTP errors; sentence and exit code stay', async () => {
  const folder = tempFolder()
  const pi = file(PI, 'pi.jsonl', folder)
  const diary = file('Dear diary,\n', 'diary.txt', folder)
  const several = file(JSON.stringify(talks('First', 'Second')), 'conversations.json', folder)
  const there = file('mine', 'there.html', folder)
  mkdirSync(join(folder, 'folder'))
  const cases: readonly Case[] = [
    [['inspect', 'nowhere.jsonl'], 1, { code: 'not_found', details: { path: 'nowhere.jsonl', system: 'ENOENT' } }],
    [['inspect', 'folder'], 1, { code: 'invalid_file', message: 'folder is a folder. Name a file in it.' }],
    [['inspect', diary], 1, { code: 'unsupported_format', details: { line: 1 } }],
    [['inspect', file('', 'empty', folder)], 1, { code: 'invalid_file' }],
    [['inspect'], 2, { code: 'bad_request' }],
    [
      ['inspect', pi, '--form', 'pi'],
      2,
      {
        code: 'bad_request',
        message: `Unknown option '--form'. (Did you mean --from?) "coppice inspect --help" says what it takes.`,
      },
    ],
    [['inspect', pi, '--from', 'nope'], 2, { code: 'bad_request' }],
    [['inspct', pi], 2, { code: 'bad_request' }],
    [['convert', pi, there], 1, { code: 'conflict', details: { path: there } }],
    [['convert', pi, 'none/x.html'], 1, { code: 'not_found' }],
    [['convert', pi, 'folder'], 1, { code: 'bad_request' }],
    [['convert', pi, 'x'], 2, { code: 'bad_request' }],
    [['convert', pi, 'x.html', '--pick', '2'], 2, { code: 'bad_request' }],
    [['convert', pi, 'x.html', '--leaf', 'nope'], 1, { code: 'not_found' }],
    [['convert', several, 'x.html'], 2, { code: 'bad_request' }],
  ]
  const all = await Promise.all(cases.map(([args]) => run([...args, '--json'], { cwd: folder })))
  for (const [n, [args, exitCode, error]] of cases.entries()) {
    const { code, out, err } = all[n] ?? expect.fail()
    const said: Failed = JSON.parse(out)
    expect([args, code, said]).toMatchObject([args, exitCode, { error }])
    expect(Object.keys(said)).toEqual(['error'])
    expect(Object.keys(ERROR_TABLE)).toContain(said.error.code)
    expect(said.error.message).toMatch(/^[^\n]*[.?]$/)
    // The parser has words of its own for people.
    if (!err.startsWith('error: ')) expect(err).toBe(`${said.error.message}\n`)
  }
  expect(existsSync(join(folder, 'x.html'))).toBe(false)
})

test('[CL27] where the file itself goes to standard output, the document is all there is on standard error', async () => {
  const folder = tempFolder()
  const pi = file(PI, 'pi.jsonl', folder)
  const cases: readonly Case[] = [
    [['convert', 'nowhere.jsonl', '-', '--to', 'pi', '--json'], 1, { code: 'not_found' }],
    [['convert', pi, '--json', '--to', 'pi', '-', '--pick', '0'], 2, { code: 'bad_request' }],
    [['convert', pi, '-', '--json'], 2, { code: 'bad_request' }],
    [['convert', '--to', '-', '-', '-', '--json'], 2, { code: 'bad_request' }],
  ]
  for (const [args, exitCode, error] of cases) {
    const { code, out, err } = await run(args, { cwd: folder })
    expect([args, code, out]).toEqual([args, exitCode, ''])
    expect(JSON.parse(err)).toMatchObject({ error })
  }
})

test('[CL27] a file that is called --json asks for nothing', async () => {
  const folder = tempFolder()
  file(PI, '--json', folder)
  const { code, out } = await run(['inspect', '--', '--json'], { cwd: folder })
  expect([code, out.split('\n')[0]]).toEqual([0, '1. Where is it?'])
  expect(await run(['inspect', '--', '--json', 'more'], { cwd: folder })).toMatchObject({ code: 2, out: '' })
})
