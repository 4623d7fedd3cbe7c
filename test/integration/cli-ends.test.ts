// How the command line ends when the other side goes away, is full, or loses patience.
import { once } from 'node:events'
import { openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { file, HEADER, PI, prompt, run, start } from './cli-run.ts'

/** Long enough that writing a page of it takes many turns. */
function large(folder: string): string {
  const words = 'long '.repeat(2_000)
  const records = Array.from({ length: 2_500 }, (_, n) => prompt(`e${n}`, n === 0 ? null : `e${n - 1}`, words, n % 60))
  return file(HEADER + records.join(''), 'large.jsonl', folder)
}

test.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '[CL28] %s in the middle of writing leaves what was there, nothing half, and ends the process as signals do',
  async (signal) => {
    const folder = tempFolder()
    const from = large(folder)
    const there = file('mine', 'there.html', folder)
    const child = start(['convert', from, there, '--force'], folder)
    const ended = once(child, 'exit')
    await eventually('a part of the page', () => readdirSync(folder).length === 3, 40_000)
    child.kill(signal)
    expect(await ended).toEqual([null, signal])
    expect(readdirSync(folder).toSorted()).toEqual(['large.jsonl', 'there.html'])
    expect(readFileSync(there, 'utf8')).toBe('mine')
  },
)

test.skipIf(process.platform !== 'linux')('[CL29] a full device behind standard output is one sentence', async () => {
  const folder = tempFolder()
  const from = file(PI, 'pi.jsonl', folder)
  for (const args of [
    ['inspect', from],
    ['inspect', from, '--json'],
    ['convert', from, '-', '--to', 'pi'],
  ]) {
    const child = start(args, folder, ['pipe', openSync('/dev/full', 'w'), 'pipe'])
    const [[code], err] = await Promise.all([once(child, 'close'), text(child.stderr ?? expect.fail())])
    expect([args, code, err]).toEqual([
      args,
      1,
      'There is no room left to write standard output. Free some and run the command again.\n',
    ])
  }
})

test('[CL29] whoever stops reading what is said ends nothing badly', async () => {
  const folder = tempFolder()
  const from = large(folder)
  const page = start(['convert', from, '-', '--to', 'html'], folder)
  const said = text(page.stderr ?? expect.fail())
  page.stdout?.once('data', () => page.stdout?.destroy())
  expect(await once(page, 'close')).toEqual([0, null])
  expect(await said).toBe('')
  const report = start(['convert', from, join(folder, 'x.html')], folder)
  report.stderr?.destroy()
  report.stdout?.destroy()
  expect(await once(report, 'close')).toEqual([0, null])
  expect(readFileSync(join(folder, 'x.html'), 'utf8')).toMatch(/<\/html>\n$/)
})

test('[CL30] an empty name is no file', async () => {
  const from = file(PI)
  for (const args of [
    ['inspect', ''],
    ['convert', '', 'x.html'],
    ['convert', from, ''],
  ]) {
    const { code, out, err } = await run(args)
    expect([args, code, out]).toEqual([args, 2, ''])
    expect(err).toMatch(/Give the name of a file, or - for a pipe\.\n/)
  }
})

test('[CL31] --version says which one it is; whoever is not understood is told where help is', async () => {
  expect(await run(['--version'])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), err: '' })
  for (const args of [['inspct', 'x'], ['--nope']]) {
    const { code, err } = await run(args)
    expect([args, code]).toEqual([args, 2])
    expect(err).toContain('"coppice --help" says what it takes.')
  }
  const help = await run(['--help'])
  expect(help.out).toContain('coppice inspect session.jsonl')
  expect(help.out).toContain('coppice convert session.jsonl session.html')
})
