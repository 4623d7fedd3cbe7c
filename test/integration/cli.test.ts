// The command line as people and scripts run it: a process of its own on small files.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { FORMATS } from '@coppice/shared/formats'
import { describe, expect, test } from 'vitest'
import { tempFolder } from '../support/temp-folder.ts'
import { at, file, HEADER, line, MAIN, PI, prompt, run, talks } from './cli-run.ts'

const BOOTSTRAP = fileURLToPath(new URL('../../scripts/bootstrap.mjs', import.meta.url))

const TORN = `${PI}{"type":"message","id":"e","par\n`

const SEVERAL = JSON.stringify(talks('First', 'Second'))

describe('coppice inspect', () => {
  test('[CL1] says what a file is and what is in it', async () => {
    const { code, out, err } = await run(['inspect', file(PI)])
    expect([code, err]).toEqual([0, ''])
    for (const words of [
      '1. Where is it?',
      'Pi session, version 3',
      '4 (records read: 5)',
      '2 (branch points: 1',
      'm-1',
      at(0),
    ])
      expect(out).toContain(words)
  })

  test('[CL2] --json gives the same facts to programs, and every note', async () => {
    const path = file(TORN)
    const { code, out } = await run(['inspect', path, '--json'])
    expect(code).toBe(3)
    expect(JSON.parse(out)).toMatchObject({
      file: path,
      sessions: [
        {
          number: 1,
          title: 'Where is it?',
          createdAt: at(0),
          leafId: 'd',
          entries: 4,
          branches: 2,
          branchPoints: 1,
          longestPath: 3,
          models: ['m-1'],
          report: { format: 'pi', version: '3', leftOut: [{ line: 6 }] },
        },
      ],
    })
  })

  test('[CL3] words of a file steer no terminal', async () => {
    const { out } = await run(['inspect', file(HEADER + prompt('a', null, '\u001b[2J\u202eevil\u0007', 1))])
    expect(out).toContain('1. \\u001b[2J\\u202eevil\\u0007')
  })
})

describe('coppice convert', () => {
  test('[CL4] the ending says what is written, or --to does; the tree is the same, byte for byte, after JSON', async () => {
    const folder = tempFolder()
    const from = file(PI, 'in.jsonl', folder)
    const made = async (to: string, ...options: string[]): Promise<string> => {
      expect(await run(['convert', from, join(folder, to), ...options])).toMatchObject({ code: 0, out: '' })
      return readFileSync(join(folder, to), 'utf8')
    }
    expect(await made('same.jsonl')).toBe(PI)
    expect(await made('out.html')).toMatch(/^<!doctype html>[^]*<\/html>\n$/)
    expect(await made('out.md')).toMatch(/### User[^]*Where is it\?[^]*### m-1[^]*Plan B/)
    expect(await made('other.txt', '--to', 'markdown', '--leaf', 'c')).toMatch(/Plan A/)
    expect(JSON.parse(await made('out.json'))).toMatchObject({ format: 'coppice', leafId: 'd' })
    expect((await run(['convert', join(folder, 'out.json'), join(folder, 'back.jsonl')])).code).toBe(0)
    expect(readFileSync(join(folder, 'back.jsonl'), 'utf8')).toBe(PI)
    // Whoever moved up in Pi stands there again, as the file itself says.
    const moved = PI + line({ type: 'leaf', id: 'm', parentId: 'd', timestamp: at(5), targetId: 'c' })
    expect(await run(['convert', '-', '-', '--to', 'pi'], { stdin: [moved] })).toMatchObject({ code: 0, out: moved })
    expect((await made('at-c.jsonl', '--leaf', 'c')).trim().split('\n').at(-1)).toContain('"parentId":"c"')
    // Our own mark of the place is no loss.
    const again = await run(['convert', join(folder, 'at-c.jsonl'), '-', '--to', 'json'])
    expect(again.code).toBe(0)
    expect(JSON.parse(again.out)).toMatchObject({ leafId: 'c' })
  })

  test('[CL23] Coppice JSON comes out as it went in: people, colours, authors, title, place and order', async () => {
    const entry = (id: string, parentId: string | null, author: string, second: number, words: string) => ({
      type: 'message',
      id,
      parentId,
      timestamp: at(second),
      author,
      message: { role: 'user', content: words },
    })
    const entries = [
      { ...entry('p', null, 'bob', 1, 'Brought in'), source: { format: 'pi', line: 2 } },
      { ...entry('a', 'p', 'ann', 2, 'Ours'), contributors: ['ann', 'bob'] },
      entry('b', 'a', 'gone', 3, 'Of one who left'),
      {
        ...entry('c', 'a', 'bob', 4, 'Again'),
        source: { format: 'coppice', line: 9, author: { id: 'x', name: 'Xenia' } },
      },
    ]
    const people = [
      { id: 'ann', name: 'Ann', color: 5, kind: 'human' },
      { id: 'bob', name: 'Bob', color: 2, kind: 'human' },
    ]
    const session = { id: 's', title: 'Long '.repeat(30).trim(), createdAt: at(0), header: '{"type":"session"}' }
    const document = (leafId: string | null): string =>
      `{"format":"coppice","version":1,\n"session":${JSON.stringify(session)},\n"people":[\n${people
        .map((one) => JSON.stringify(one))
        .join(',\n')}\n],\n"leafId":${JSON.stringify(leafId)},\n"entries":[\n${entries
        .map((one) => JSON.stringify(one))
        .join(',\n')}\n]}\n`
    for (const leafId of ['b', null]) {
      const text = document(leafId)
      expect(await run(['convert', '-', '-', '--to', 'json'], { stdin: [text] })).toEqual({
        code: 0,
        out: text,
        err: '',
      })
    }
    const html = await run(['convert', '-', '-', '--to', 'html'], { stdin: [document('a')] })
    expect(html.out).toContain('<span class="sign-of human p5" aria-hidden="true">A</span>')
    expect(html.out).toContain('<bdi>Xenia (imported)</bdi>')
    const markdown = await run(['convert', '-', '-', '--to', 'markdown'], { stdin: [document('c')] })
    expect(markdown.out).toMatch(/^With Bob, Ann, Xenia \(imported\)$/m)

    const pi = await run(['convert', '-', '-', '--to', 'pi'], { stdin: [document('b')] })
    const back = await run(['convert', '-', '-', '--to', 'json'], { stdin: [pi.out] })
    const read = JSON.parse(back.out) as { session: object; leafId: string; entries: Record<string, unknown>[] }
    expect(read.leafId).toBe('b')
    // The place one stands at comes last in a Pi file.
    const talk = read.entries
      .filter(({ type }) => type === 'message')
      .toSorted((one, other) => String(one['timestamp']).localeCompare(String(other['timestamp'])))
    expect(talk.map(({ id, parentId, message }) => ({ id, parentId, message }))).toEqual(
      entries.map(({ id, parentId, message }) => ({ id, parentId, message })),
    )
    // Pi has no people: who wrote it stays beside, and comes back from there.
    expect(talk.slice(1, 3)).toMatchObject([
      { source: { fields: { author: 'ann', contributors: ['ann', 'bob'] } } },
      { source: { fields: { author: 'gone' } } },
    ])
    const again = await run(['convert', '-', '-', '--to', 'pi'], { stdin: [back.out] })
    expect(again.out).toBe(pi.out)
  })

  test('[CL5] - is a pipe on either side; what is said goes beside the file', async () => {
    const stdin = [PI.slice(0, 50), PI.slice(50, 51), PI.slice(51)]
    const json = await run(['convert', '-', '-', '--to', 'json'], { stdin })
    expect([json.code, json.err]).toEqual([0, ''])
    const back = await run(['convert', '-', '-', '--to', 'pi', '--json'], { stdin: [json.out] })
    expect(back.out).toBe(PI)
    expect(JSON.parse(back.err)).toMatchObject({ output: '-', format: 'pi', entries: 4, report: { format: 'coppice' } })
    const torn = await run(['convert', '-', '-', '--to', 'pi'], { stdin: [TORN] })
    expect(torn).toMatchObject({ code: 3, out: PI })
    expect(torn.err).toMatch(/^Left out:\n {2}line 6: /)
  })

  test('[CL6] a file that is there stays, unless --force says otherwise; what fails leaves nothing behind', async () => {
    const folder = tempFolder()
    const from = file(PI, 'in.jsonl', folder)
    const there = file('mine', 'there.html', folder)
    const refused = await run(['convert', from, there])
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('there.html is there already. Choose another name, or overwrite it with --force.')
    expect(readFileSync(there, 'utf8')).toBe('mine')
    expect((await run(['convert', from, there, '--leaf', 'nowhere', '--force'])).code).toBe(1)
    expect(readFileSync(there, 'utf8')).toBe('mine')
    expect((await run(['convert', from, there, '--force'])).code).toBe(0)
    expect(readFileSync(there, 'utf8')).toContain('<!doctype html>')
    expect((await run(['convert', from, from, '--force'])).code).toBe(0)
    expect(readFileSync(from, 'utf8')).toBe(PI)
    expect(await run(['convert', from, join(folder, 'none', 'x.html')])).toMatchObject({ code: 1 })
    mkdirSync(join(folder, 'folder.html'))
    expect(await run(['convert', from, join(folder, 'folder.html'), '--force'])).toMatchObject({
      code: 1,
      err: `${join(folder, 'folder.html')} is a folder. Name a file in it.\n`,
    })
    expect(readdirSync(folder).toSorted()).toEqual(['folder.html', 'in.jsonl', 'there.html'])
  })

  test('[CL20] a folder that is not there is named, not the file in it', async () => {
    const folder = join(tempFolder(), 'none')
    const { code, err } = await run(['convert', file(PI), join(folder, 'x.html')])
    expect([code, err]).toEqual([1, `${folder} is not there. Make that folder, or choose another.\n`])
  })

  test('[CL21] what is cut because an entry may be no larger counts as lost', async () => {
    const large = file(HEADER + prompt('a', null, 'long '.repeat(300_000), 1))
    const { code, out } = await run(['inspect', large])
    expect(code).toBe(3)
    expect(out).toContain('Left out:\n     line 2: A record is larger than an entry may be')
  })

  test('[CL22] a version is said where the file names one', async () => {
    const { out } = await run(['inspect', file(SEVERAL, 'conversations.json')])
    expect(out).toContain('Format    ChatGPT export\n')
  })

  test('[CL7] of a file with several sessions one is chosen by number', async () => {
    const from = file(SEVERAL, 'conversations.json')
    const list = await run(['inspect', from])
    expect(list.out).toMatch(/1\. First[^]*2\. Second/)
    const unclear = await run(['convert', from, '-', '--to', 'markdown'])
    expect([unclear.code, unclear.out]).toEqual([2, ''])
    expect(unclear.err).toContain('Choose one with --pick')
    const second = await run(['convert', from, '-', '--to', 'markdown', '--pick', '2'])
    expect(second.code).toBe(0)
    expect(second.out).toContain('Said in Second')
    expect(await run(['convert', from, '-', '--to', 'pi', '--pick', '3'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('holds 2 sessions: there is no number 3'),
    })
  })
})

test('[CL24] --help lists the names that --from and --to take, with an example of each, and the exit codes', async () => {
  const [inspect, convert] = await Promise.all([run(['inspect', '--help']), run(['convert', '--help'])])
  for (const { out } of [inspect, convert]) {
    for (const { name, title } of FORMATS) expect(out).toMatch(new RegExp(`^  ${name} +${title} +\\S`, 'm'))
    expect(out).toMatch(/^ {2}3 {2}done, but/m)
  }
  for (const [name, ending] of [
    ['pi', '.jsonl'],
    ['markdown', '.md'],
    ['html', '.html'],
    ['json', '.json'],
  ])
    expect(convert.out).toMatch(new RegExp(`^  ${name} +\\S.* coppice convert \\S+ \\S+\\${ending}`, 'm'))
  expect(inspect.out).toContain('coppice inspect --from chatgpt conversations.json')
})

test('[CL25] what is no plain file is written into, never replaced; a link stays one', async () => {
  const folder = tempFolder()
  const from = file(PI, 'in.jsonl', folder)
  const kept = file('old', 'kept.jsonl', folder)
  symlinkSync(kept, join(folder, 'link.jsonl'))
  expect((await run(['convert', from, join(folder, 'link.jsonl')])).code).toBe(1)
  expect((await run(['convert', from, join(folder, 'link.jsonl'), '--force'])).code).toBe(0)
  expect(lstatSync(join(folder, 'link.jsonl')).isSymbolicLink()).toBe(true)
  expect(readFileSync(kept, 'utf8')).toBe(PI)
})

test.skipIf(process.platform !== 'linux')('[CL25] devices are written into, and a full one says so', async () => {
  const from = file(PI)
  expect(await run(['convert', from, '/dev/null', '--to', 'pi'])).toMatchObject({
    code: 0,
    err: 'Wrote /dev/null: 4 entries.\n',
  })
  expect((await run(['convert', from, '/dev/null', '--to', 'pi', '--force'])).code).toBe(0)
  expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true)
  expect(await run(['convert', from, '/dev/full', '--to', 'pi'])).toMatchObject({
    code: 1,
    err: 'There is no room left to write /dev/full. Free some and run the command again.\n',
  })
  expect(await run(['convert', from, '/proc/x.html'])).toMatchObject({
    code: 1,
    err: '/proc/x.html could not be written: the system said ENOENT. Choose another folder.\n',
  })
})

type Case = readonly [args: readonly string[], code: number, words: string | RegExp]

async function expectEnds(cases: readonly Case[], cwd: string): Promise<void> {
  const all = await Promise.all(cases.map(([args]) => run(args, { cwd })))
  for (const [n, [args, code, words]] of cases.entries()) {
    const ended = all[n] ?? expect.fail()
    expect([args, ended.code]).toEqual([args, code])
    if (typeof words === 'string') expect(ended.err).toBe(words)
    else expect(ended.err).toMatch(words)
    expect(ended.err).not.toContain('    at ')
  }
}

test('[CL8] the exit code says how reading went, and one sentence says why', async () => {
  const folder = tempFolder()
  const diary = file('Dear diary,\n', 'diary.txt', folder)
  await expectEnds(
    [
      [['--help'], 0, ''],
      [['inspect', '--help'], 0, ''],
      [['inspect', 'nowhere.jsonl'], 1, 'nowhere.jsonl is not there. Check the name.\n'],
      [['inspect', folder], 1, `${folder} is a folder. Name a file in it.\n`],
      [['inspect', diary], 1, /^This file is no session that can be read/],
      [
        ['inspect', diary, '--from', 'nope'],
        2,
        /argument 'nope' is invalid\. Allowed choices are auto, coppice,.*messages\./,
      ],
      [['inspect', diary, '--from', 'coppice'], 1, /^Nothing in this file can be read as Coppice JSON/],
      [['inspect', join(diary, 'x')], 1, `${join(diary, 'x')} is not there. Check the name.\n`],
      [['inspect', file('', 'empty', folder)], 1, /^The file is empty/],
      [[], 2, /Usage: coppice/],
      [['unknown'], 2, /unknown command/],
      [['inspect'], 2, /^error: missing required argument 'file'\n\n?"coppice inspect --help" says what it takes\.\n$/],
    ],
    folder,
  )
})

test('[CL8] the exit code says how writing went, and one sentence says why', async () => {
  const folder = tempFolder()
  const diary = file('Dear diary,\n', 'diary.txt', folder)
  const pi = file(PI, 'pi.jsonl', folder)
  await expectEnds(
    [
      [['convert', diary, 'x.html', '--from', 'nope'], 2, /argument 'nope' is invalid/],
      [['convert', diary, join(diary, 'x.html')], 1, `${diary} is no folder. Choose a folder to write in.\n`],
      [['convert', diary, folder], 1, `${folder} is a folder. Name a file in it.\n`],
      [['convert', pi, `${'x'.repeat(300)}.html`], 1, /^The name x+\.html is too long\. Choose a shorter one\.\n$/],
      [
        ['convert', pi, 'x.html', '--pick', '2'],
        2,
        `${pi} holds one session: there is no number 2. Leave --pick out.\n`,
      ],
      [['convert', diary, '-'], 2, 'What is standard output to be? Say --to pi, markdown, html or json.\n'],
      [
        ['convert', diary, 'x'],
        2,
        'What is x to be? Say --to pi, markdown, html or json, or give it an ending such as .html.\n',
      ],
      [['convert', diary, 'x', '--to', 'word'], 2, /Allowed choices are pi, markdown, html, json/],
      [['convert', diary, 'x.html', '--pick', '0'], 2, /Say a number from 1 on/],
    ],
    folder,
  )
})

test('[CL9] npm run coppice takes paths from where it was typed', async () => {
  const path = file(PI)
  const child = spawn(process.execPath, [BOOTSTRAP, 'coppice', 'inspect', basename(path)], {
    cwd: dirname(dirname(BOOTSTRAP)),
    env: { ...process.env, INIT_CWD: dirname(path) },
  })
  const [[code], out] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  expect(code).toBe(0)
  expect(out).toMatch(/^1\. Where is it\?/)
  const { bin } = JSON.parse(readFileSync(join(dirname(MAIN), '../../package.json'), 'utf8')) as {
    bin: { coppice: string }
  }
  expect(existsSync(join(dirname(MAIN), '../..', bin.coppice))).toBe(true)
})
