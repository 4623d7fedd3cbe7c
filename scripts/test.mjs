// `npm test`: provides what the tests need, runs them all, names what was skipped and why, and ends with the count.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { provideChromium } from './chromium.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const report = join(root, 'test', 'output', 'report.json')
const args = process.argv.slice(2)

const chromium = provideChromium()
run([join(root, 'scripts', 'build-web.mjs')])
mkdirSync(dirname(report), { recursive: true })
rmSync(report, { force: true })
const code = run(
  [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...args,
  ],
  { ...process.env, ...(chromium ? { CHROMIUM: chromium } : {}) },
)
if (!existsSync(report)) {
  process.stderr.write('The tests did not run; the lines above say why.\n')
  process.exit(code || 1)
}
const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
const skipped = testResults.flatMap((file) =>
  file.assertionResults.filter(({ status }) => status === 'pending' || status === 'skipped'),
)
if (skipped.length > 0) {
  process.stdout.write(`\nSkipped, with the need that could not be met:\n`)
  for (const { fullName } of skipped) process.stdout.write(`  ${fullName}\n`)
}
const brokenFiles = testResults.filter(
  (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
).length
const failed = numFailedTests + brokenFiles
process.stdout.write(`\n${numPassedTests} passed, ${failed} failed, ${skipped.length} skipped\n`)
process.exit(failed > 0 || numPassedTests === 0 ? 1 : code)

function run(commandArgs, env = process.env) {
  return spawnSync(process.execPath, commandArgs, { cwd: root, env, stdio: 'inherit' }).status ?? 1
}
