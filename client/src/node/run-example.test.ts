import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const EXAMPLES = ['recorder', 'mention-bot'] as const

async function outcome(example: string, link: string): Promise<{ readonly code: unknown; readonly err: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-example-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = new URL(`../../examples/${example}.ts`, import.meta.url).pathname
  const flags = ['--disable-warning=ExperimentalWarning']
  const child = spawn(process.execPath, [...flags, path, link, folder], { stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let err = ''
  child.stderr.on('data', (data) => (err += String(data)))
  const [code] = await once(child, 'close')
  return { code, err }
}

test.each(EXAMPLES)('[SY97] a link that is none ends the %s with one sentence and no stack trace', async (example) => {
  expect(await outcome(example, 'nonsense')).toEqual({
    code: 1,
    err: '"nonsense" is no invite link. It looks like http://host/join/<code>.\n',
  })
})
