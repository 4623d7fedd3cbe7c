// `coppice convert --branch`: one branch of a file as a Pi file of its own.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importFile } from '@coppice/shared/formats'
import { participantId } from '@coppice/shared'
import { expect, test } from 'vitest'
import { tempFolder } from '../support/temp-folder.ts'
import { answer, at, file, HEADER, line, PI, prompt, run, talks } from './cli-run.ts'

const LABEL = line({ type: 'label', id: 'l1', parentId: 'c', timestamp: at(6), targetId: 'a', label: 'start' })
const NAME = line({ type: 'session_info', id: 'n1', parentId: 'c', timestamp: at(7), name: 'Two plans' })
const PATH = [prompt('a', null, 'Where is it?', 1), answer('b', 'a', 'Here.', 2), prompt('c', 'b', 'Plan A', 3)]
/** Stands at `c`, with facts below it; `d` is the newest tip. */
const FILE = [HEADER, ...PATH, prompt('d', 'b', 'Plan B', 4), LABEL, NAME].join('')

const linesOf = (path: string): string[] => readFileSync(path, 'utf8').split(/(?<=\n)/)

function placeOf(path: string): object {
  const [session] = importFile(readFileSync(path, 'utf8'), { author: participantId('ann'), now: 0 })
  return { ids: session?.entries.map(({ id }) => id), leafId: session?.leafId }
}

test('[CL36] --branch writes the path to where the file stands, with its labels and names, in the lines of the file', async () => {
  const folder = tempFolder()
  const from = file(FILE, 'pi.jsonl', folder)
  const to = join(folder, 'c.jsonl')
  const { code, err } = await run(['convert', from, to, '--branch'])
  expect([code, err]).toEqual([
    0,
    `Wrote ${to}: the path to c with its labels and names, 5 of 6 entries. For another branch say --leaf <id>; "coppice inspect" lists where branches end.\n`,
  ])
  expect(linesOf(to).slice(0, 6)).toEqual([HEADER, ...PATH, LABEL, NAME])
  expect(placeOf(to)).toEqual({ ids: ['a', 'b', 'c', 'l1', 'n1'], leafId: 'c' })
  // Nothing more is cut from a file that is one branch.
  const again = join(folder, 'again.jsonl')
  expect((await run(['convert', to, again, '--branch'])).err).toBe(`Wrote ${again}: 5 entries.\n`)
  expect(linesOf(again)).toEqual(linesOf(to))
})

test('[CL36] --leaf chooses the branch, and --json counts what was written', async () => {
  const folder = tempFolder()
  const from = file(FILE, 'pi.jsonl', folder)
  const to = join(folder, 'd.jsonl')
  const { code, out, err } = await run(['convert', from, to, '--branch', '--leaf', 'd', '--json'])
  expect([code, err]).toEqual([0, ''])
  expect(JSON.parse(out)).toMatchObject({ output: to, format: 'pi', leafId: 'd', entries: 3, ofEntries: 6 })
  expect(placeOf(to)).toEqual({ ids: ['a', 'b', 'd'], leafId: 'd' })
  expect(await run(['convert', from, join(folder, 'x.jsonl'), '--branch', '--leaf', 'nope'])).toMatchObject({ code: 1 })
  const whole = await run(['convert', from, join(folder, 'whole.jsonl'), '--leaf', 'd', '--json'])
  expect(JSON.parse(whole.out)).not.toHaveProperty('ofEntries')
})

test('[CL36] a branch of another tool, of a pipe and of a file without entries', async () => {
  const folder = tempFolder()
  const chat = file(JSON.stringify(talks('First')), 'conversations.json', folder)
  const to = join(folder, 'chat.jsonl')
  // The line with the session's name is no entry of it.
  expect((await run(['convert', chat, to, '--branch'])).err).toBe(`Wrote ${to}: 2 entries.\n`)
  expect(linesOf(to)[1]).toContain('"session_info"')
  expect(placeOf(to)).toEqual({ ids: [expect.anything(), 'r', 'u'], leafId: 'u' })
  const piped = await run(['convert', '-', '-', '--to', 'pi', '--branch', '--leaf', 'c'], { stdin: [PI] })
  expect(piped.out).toBe([HEADER, ...PATH].join(''))
  const empty = await run(['convert', file(HEADER, 'empty.jsonl', folder), '-', '--to', 'pi', '--branch'])
  expect(empty).toEqual({ code: 0, out: HEADER, err: '' })
  const json = await run(['convert', join(folder, 'empty.jsonl'), join(folder, 'e.jsonl'), '--branch', '--json'])
  expect(JSON.parse(json.out)).toMatchObject({ leafId: null, entries: 0, ofEntries: 0 })
})

test('[CL36] what holds the whole tree is refused in words before anything is written; Markdown is one branch anyway', async () => {
  const folder = tempFolder()
  const from = file(FILE, 'pi.jsonl', folder)
  for (const target of ['html', 'json']) {
    const to = join(folder, `x.${target}`)
    expect(await run(['convert', from, to, '--branch'])).toEqual({
      code: 2,
      out: '',
      err: `--branch is for pi and markdown: ${target} has the whole tree. Leave it out, or say --to pi.\n`,
    })
    expect(existsSync(to)).toBe(false)
  }
  const markdown = await run(['convert', from, '-', '--to', 'markdown'])
  expect(await run(['convert', from, '-', '--to', 'markdown', '--branch'])).toEqual(markdown)
})

test('[CL36] --help says what --branch does', async () => {
  const { out } = await run(['convert', '--help'])
  expect(out.replaceAll(/\s+/g, ' ')).toContain('--branch only the path to the leaf, with its labels and names')
})
