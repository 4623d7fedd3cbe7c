// Installs the packages that tests and benches compare Coppice with into test/peers (about 350 MB), unless they are there.
// They stay outside the workspace, and their install scripts don't run. Plain JavaScript; `pnpm run peers` calls it.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const home = join(dirname(dirname(fileURLToPath(import.meta.url))), 'test', 'peers')
const wanted = Object.entries(readJson(join(home, 'package.json')).dependencies)

if (wanted.every(isInstalled)) {
  process.stdout.write('The peers are installed already.\n')
} else {
  process.stdout.write(`Installing ${wanted.map(labelOf).join(', ')} …\n`)
  install()
  const missing = wanted.filter((peer) => !isInstalled(peer)).map(([name]) => name)
  if (missing.length > 0) {
    process.stderr.write(
      `Not installed: ${missing.join(', ')}. Check the connection to the npm registry and run the command again.\n`,
    )
    process.exit(1)
  }
}

function install() {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const flags = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error']
  spawnSync(npm, ['install', ...flags], { cwd: home, stdio: 'inherit', shell: process.platform === 'win32' })
}

function labelOf([name, spec]) {
  return spec.startsWith('npm:') ? spec.slice('npm:'.length) : `${name}@${spec}`
}

/** Whether exactly the wanted version lies under the name; a spec is a version, or an alias that ends with one. */
function isInstalled([name, spec]) {
  const path = join(home, 'node_modules', name, 'package.json')
  return existsSync(path) && spec.slice(spec.lastIndexOf('@') + 1) === readJson(path).version
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
