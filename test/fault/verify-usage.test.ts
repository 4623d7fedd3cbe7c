// How `pnpm verify` is told what to verify, and what it says when it cannot tell.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ERROR_TABLE } from '@coppice/shared'
import { answerVerify, type Answer } from '@coppice/server/verify/command'
import { beforeAll, describe, expect, test } from 'vitest'
import { tempFolder } from '../support/temp-folder.ts'
import { writeData } from './written-data.ts'

let whole = ''
let session = ''

beforeAll(async () => {
  const written = await writeData()
  whole = written.folder
  session = written.session
  return () => written.remove()
})

const ask = (args: readonly string[], { env = {}, cwd = tempFolder() } = {}): Answer => answerVerify(args, env, cwd)
const ALL = /coppice\.db: 2 sessions, 12 entries\. Everything agrees with the log\.\n$/
const ONE = /coppice\.db: 1 session, 12 entries\. Everything agrees with the log\.\n$/

describe('[LG53] the data folder and a session are known by what they are', () => {
  test('a folder or its database, by position, by --data or by COPPICE_DATA; a session beside it in any order', () => {
    const cwd = tempFolder()
    const env = { COPPICE_DATA: whole }
    const db = join(whole, 'coppice.db')
    for (const [args, out] of [
      [[whole], ALL],
      [[relative(cwd, whole)], ALL],
      [['--', whole], ALL],
      [[db], ALL],
      [['--data', whole], ALL],
      [['--data', db], ALL],
      [[whole, session], ONE],
      [[session, whole], ONE],
      [[session, '--data', whole], ONE],
    ] as const)
      expect([args, ask(args, { cwd })]).toEqual([args, { code: 0, out: expect.stringMatching(out), err: '' }])
    expect(ask([], { env, cwd }).out).toMatch(ALL)
    expect(ask([session], { env, cwd }).out).toMatch(ONE)
    const other = { env: { COPPICE_DATA: join(cwd, 'other') }, cwd }
    expect(ask([whole], other).out).toMatch(ALL)
    expect(ask(['--data', whole], other).out).toMatch(ALL)
  })

  test('a folder that is called like a session is the data folder, unless --data names one', () => {
    const cwd = tempFolder()
    mkdirSync(join(cwd, session))
    expect(ask([session], { env: { COPPICE_DATA: whole }, cwd })).toEqual({
      code: 2,
      out: '',
      err: `There is no ${join(cwd, session, 'coppice.db')}. Name the data folder: pnpm verify <folder>, or COPPICE_DATA.\n`,
    })
    expect(ask([session, '--data', whole], { cwd }).out).toMatch(ONE)
    expect(ask([session, whole], { cwd }).out).toMatch(ONE)
    copyFileSync(join(whole, 'coppice.db'), join(cwd, session, 'coppice.db'))
    expect(ask([session], { cwd }).out).toMatch(ALL)
  })
})

test('[LG54] what is neither is refused in words that say what it was taken for and what to do', () => {
  const cwd = tempFolder()
  writeFileSync(join(cwd, 'diary.txt'), 'Dear diary,\n'.repeat(100))
  const env = { COPPICE_DATA: whole }
  const db = join(whole, 'coppice.db')
  const cases: readonly (readonly [args: readonly string[], err: string | RegExp, env?: Record<string, string>])[] = [
    [
      ['nope'],
      `There is no folder nope here, so it was taken for a session. There is no session nope in ${db}. Without a name all sessions are verified.\n`,
      env,
    ],
    [
      ['nope'],
      `There is no folder nope here, so it was taken for a session. There is no ${join(cwd, 'data', 'coppice.db')}. Name the data folder: pnpm verify <folder>, or COPPICE_DATA.\n`,
    ],
    [['./nope'], 'There is no ./nope here. Name a data folder that is there, or a session by its id.\n', env],
    [
      ['/nope/data', session],
      'Neither /nope/data nor checked is there. Name the data folder, and beside it a session.\n',
    ],
    [[session, '/nope/data', '--data', whole], /^--data names the data folder, so there is one name more than/],
    [[whole, '--data', whole], `There is no session ${whole} in ${db}. Without a name all sessions are verified.\n`],
    [['a', 'b', 'c'], /^One data folder and one session at a time, please\. Use: pnpm verify/],
    [['diary.txt'], /diary\.txt is no database\./],
    [['diary.txt/x'], /^There is no diary\.txt\/x here\./],
    [['x'.repeat(300)], /^There is no x+ here\./],
    [['--fast'], /^Unknown option '--fast'\. Use: pnpm verify \[data folder\] \[session\]/],
    [['--data'], /^Option '--data <value>' argument missing\. Use: pnpm verify/],
    [[''], /^An empty name is neither a data folder nor a session\. Use: pnpm verify/],
    [['--data', ''], /^--data: "" cannot be used\. Name the data folder\.\n$/],
  ]
  for (const [args, err, given = {}] of cases) {
    const said = ask(args, { env: given, cwd })
    expect([args, said.code, said.out]).toEqual([args, 2, ''])
    expect(said.err).toMatch(typeof err === 'string' ? /^[^\n]+\n$/ : err)
    if (typeof err === 'string') expect(said.err).toBe(err)
  }
})

test('[LG55] with --json what could not be compared is one document, in the form of HTTP errors, beside the words', () => {
  const cwd = tempFolder()
  writeFileSync(join(cwd, 'diary.txt'), 'Dear diary,\n'.repeat(100))
  for (const [args, code] of [
    [['nope'], 'not_found'],
    [['./nope'], 'not_found'],
    [[whole, 'nope'], 'not_found'],
    [['diary.txt'], 'storage'],
    [['--fast'], 'bad_request'],
    [['a', 'b', 'c'], 'bad_request'],
  ] as const) {
    const { code: exitCode, out, err } = ask([...args, '--json'], { cwd })
    const said: unknown = JSON.parse(out)
    expect([args, exitCode, said]).toEqual([args, 2, { error: { code, message: err.trimEnd() } }])
    expect(Object.keys(ERROR_TABLE)).toContain(code)
  }
  expect(ask([whole, '--', '--json'], { cwd })).toMatchObject({ code: 2, out: '' })
})

test('[LG56] --help says all of it, and who stops reading ends nothing badly', () => {
  const main = fileURLToPath(new URL('../../server/src/verify/main.ts', import.meta.url))
  const node = JSON.stringify(process.execPath)
  const { status, stdout, stderr } = spawnSync(
    'sh',
    [
      '-c',
      `${node} --disable-warning=ExperimentalWarning ${JSON.stringify(main)} -h; ${node} ${JSON.stringify(main)} --help | true`,
    ],
    { encoding: 'utf8' },
  )
  expect([status, stderr.replaceAll(/^.*Warning.*$/gm, '').trim()]).toEqual([0, ''])
  for (const words of ['[data folder] [session]', '--data <folder>', 'COPPICE_DATA', '--json', 'Exit codes:'])
    expect(stdout).toContain(words)
})
