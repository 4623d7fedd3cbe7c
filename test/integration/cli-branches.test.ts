// Where the branches of a file end, and which one a Markdown file holds.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../support/temp-folder.ts'
import { answer, file, HEADER, PI, prompt, run } from './cli-run.ts'

const LINE = HEADER + prompt('a', null, 'Where is it?', 1) + answer('b', 'a', 'Here.', 2)

test('[CL32] inspect lists where branches end, by ids that --leaf takes, and what each is about', async () => {
  const from = file(PI)
  const { out } = await run(['inspect', from])
  expect(out).toContain('   Stands at d\n   Tips\n     c  Plan A\n     d  Plan B\n')
  const json: unknown = JSON.parse((await run(['inspect', from, '--json'])).out)
  expect(json).toMatchObject({
    sessions: [
      {
        branches: 2,
        tips: [
          { id: 'c', title: 'Plan A' },
          { id: 'd', title: 'Plan B' },
        ],
      },
    ],
  })
  const one = await run(['inspect', file(LINE)])
  expect(one.out).not.toContain('Tips')
  const many = Array.from({ length: 30 }, (_, n) => prompt(`e${n}`, 'b', `Plan ${n}`, n + 3)).join('')
  expect((await run(['inspect', file(LINE + many)])).out).toMatch(
    /e19 {2}Plan 19\n {5}and 10 more; --json has all of them\n$/,
  )
})

test('[CL33] of a Markdown file it is said which branch is in it, how much that is, and how another is chosen', async () => {
  const folder = tempFolder()
  const from = file(PI, 'pi.jsonl', folder)
  const to = (name: string): string => join(folder, name)
  expect((await run(['convert', from, to('d.md')])).err).toBe(
    `Wrote ${to('d.md')}: the path to d, 3 of 4 entries. For another branch say --leaf <id>; "coppice inspect" lists where branches end.\n`,
  )
  expect((await run(['convert', from, to('b.md'), '--leaf', 'b'])).err).toContain('the path to b, 2 of 4 entries.')
  expect((await run(['convert', file(LINE), to('line.md')])).err).toBe(`Wrote ${to('line.md')}: 2 entries.\n`)
  expect((await run(['convert', from, to('d.html')])).err).toBe(`Wrote ${to('d.html')}: 4 entries.\n`)
  const json: unknown = JSON.parse((await run(['convert', from, to('json.md'), '--json'])).out)
  expect(json).toMatchObject({ format: 'markdown', leafId: 'd', entries: 3, ofEntries: 4 })
})

test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  '[CL34] a folder that may not be written is named before anything is read',
  async () => {
    const folder = tempFolder()
    chmodSync(folder, 0o555)
    const to = join(folder, 'x.html')
    const { code, err } = await run(['convert', join(folder, 'nowhere.jsonl'), to])
    chmodSync(folder, 0o755)
    expect([code, err]).toEqual([1, `You may not write ${to}. Choose another folder, or check its permissions.\n`])
  },
)
