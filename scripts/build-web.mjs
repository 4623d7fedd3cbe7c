// Builds the web app into `client/dist`, unless the one that is there was made from these very sources.
// Plain JavaScript, run by the bootstrap after the install.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const client = join(root, 'client')
const page = join(client, 'dist', 'index.html')
/** Names the sources a build was made from; lies in `dist`, so that whoever deletes the build deletes it too. */
const stamp = join(client, 'dist', '.made-from')

const digest = digestSources()
if (existsSync(page) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) process.exit(0)

process.stderr.write('Building the web app …\n')
const vite = join(dirname(createRequire(join(client, 'package.json')).resolve('vite/package.json')), 'bin', 'vite.js')
const result = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: client, stdio: 'inherit' })
if (result.error) process.stderr.write(`${result.error.message}\n`)
if (result.status !== 0) process.exit(result.status ?? 1)
writeFileSync(stamp, digest)

/** One hash over the path and content of every file the build reads, tests left out. */
function digestSources() {
  const hash = createHash('sha256')
  const files = [
    join(root, 'pnpm-lock.yaml'),
    join(root, 'tsconfig.base.json'),
    ...sourcesIn(client),
    ...sourcesIn(join(root, 'shared')),
  ]
  for (const file of files.toSorted((a, b) => (a < b ? -1 : 1)))
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((item) => {
    if (item.isDirectory())
      return ['node_modules', 'dist'].includes(item.name) ? [] : sourcesIn(join(folder, item.name))
    return item.isFile() && !/\.test\.tsx?$/.test(item.name) ? [join(folder, item.name)] : []
  })
}
