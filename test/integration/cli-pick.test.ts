// `coppice convert --pick`: what is damaged in the rest of the file is not kept from whoever takes one conversation.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../support/temp-folder.ts'
import { file, run, talks } from './cli-run.ts'

interface Said {
  readonly report: { readonly leftOut: readonly { readonly line?: number; readonly message: string }[] }
}

const [A, B, C] = talks('One', 'Two', 'Three').map((talk) => JSON.stringify(talk))
/** Damaged between two conversations, and in the last one, which is cut off. */
const TORN = `[${A},\n{"mapping": {broken,\n${B},\n${C?.slice(0, -30)}`

test('[CL26] whichever conversation is picked, all damage of the file is said once, and the exit code is 3', async () => {
  const folder = tempFolder()
  const from = file(TORN, 'conversations.json', folder)
  for (const pick of ['1', '2', '3']) {
    const { code, out } = await run(['convert', from, join(folder, `${pick}.md`), '--pick', pick, '--json'])
    const { report }: Said = JSON.parse(out)
    const lines = report.leftOut.map(({ line = 0 }) => line).toSorted((one, other) => one - other)
    expect([pick, code, lines]).toEqual([pick, 3, [2, 4]])
    expect(existsSync(join(folder, `${pick}.md`))).toBe(true)
  }
  const words = await run(['convert', from, '-', '--to', 'markdown', '--pick', '1'])
  expect(words.out).toContain('Said in One')
  expect(words.err).toMatch(/^Left out:\n {2}line 2: .*damaged or cut off.*\n {2}line 4: .*damaged or cut off.*\n$/)
})

test('[CL26] in a whole file nothing is said, and what was repaired in other conversations is theirs', async () => {
  const odd = JSON.stringify({ ...talks('Odd')[0], current_node: 'gone' })
  const from = file(`[${A},\n${odd}]`, 'conversations.json')
  expect(await run(['convert', from, '-', '--to', 'markdown', '--pick', '1'])).toMatchObject({ code: 0, err: '' })
})
