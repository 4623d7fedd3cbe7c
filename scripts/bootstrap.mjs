// Brings the tools along, then runs one command of the workspace with them.
// Owns: Node 24 (as a registry package, when the machine's own is older), pnpm, and the install step.
// Plain JavaScript that also runs on Node 20, because it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PNPM_VERSION = '12.21.0'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const tools = join(root, '.tools')
const [task = 'start', ...rest] = process.argv.slice(2)
const args = rest[0] === '--' ? rest.slice(1) : rest

const node = ownNode() ?? packagedNode()
const pnpm = packagedTool('pnpm', PNPM_VERSION, join('bin', 'pnpm.mjs'))
const env = {
  // What Node made of our sources is kept, so that the server and its threads start sooner the next time.
  NODE_COMPILE_CACHE: join(tools, 'compile-cache'),
  ...process.env,
  PATH: [dirname(node), join(tools, `pnpm-${PNPM_VERSION}`, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
}

installWorkspace()
if (task === 'start') {
  buildWebApp()
  // A small nursery for short-lived objects: a third less memory with a thousand connections.
  const flags = JSON.parse(readFileSync(join(root, 'server', 'node-flags.json'), 'utf8'))
  become(node, [...flags, 'server/src/main.ts', ...args])
} else if (task === 'test') {
  become(node, ['scripts/test.mjs', ...args])
} else if (task === 'example') {
  runExample(args.filter((arg) => arg !== '--'))
} else if (task === 'coppice') {
  // Paths are meant from where the command was typed.
  become(node, ['--disable-warning=ExperimentalWarning', join(root, 'client/src/cli/main.ts'), ...args], typedIn())
} else if (task === 'pnpm') {
  become(node, [pnpm, ...args])
} else {
  fail(`"${task}" is not a task of the bootstrap. Use: start, test, example, coppice or pnpm.`)
}

/** The machine's Node if it is new enough to run TypeScript sources, else undefined. */
function ownNode() {
  return Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : undefined
}

/** Node 24 as its registry package: a binary inside a tarball, one package and newest version per platform. */
function packagedNode() {
  const versions = { 'linux-x64': '24.22.3', 'linux-arm64': '24.22.3', 'darwin-x64': '24.18.1', 'win32-x64': '24.21.0' }
  const platform = `${process.platform}-${process.arch}`
  const version = versions[platform]
  if (version === undefined) {
    fail(
      `Coppice needs Node 24 or newer; this is ${process.versions.node}. Install it from nodejs.org and run the command again.`,
    )
  }
  const name = `node-${platform.replace('win32', 'win')}`
  return packagedTool(name, version, join('bin', process.platform === 'win32' ? 'node.exe' : 'node'))
}

/** Installs one pinned package into `.tools` unless it is there, and returns the path of its file. */
function packagedTool(name, version, file) {
  const home = join(tools, `${name}-${version}`)
  const path = join(home, 'node_modules', name, file)
  if (existsSync(path)) return path
  say(`Fetching ${name} ${version} …`)
  mkdirSync(home, { recursive: true })
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const result = spawnSync(
    npm,
    ['install', '--prefix', home, '--no-save', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`],
    {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  )
  if (result.status !== 0 || !existsSync(path))
    fail(
      `${name} ${version} could not be installed. Check the connection to the npm registry and run the command again.`,
    )
  return path
}

/** Installs the workspace from the lockfile; skipped while the lockfile is the one installed last. */
function installWorkspace() {
  const wanted = createHash('sha256')
  for (const file of [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'package.json',
    'shared/package.json',
    'server/package.json',
    'client/package.json',
    'test/package.json',
  ])
    wanted.update(readFileSync(join(root, file)))
  const digest = wanted.digest('hex')
  const stamp = join(root, 'node_modules', '.coppice-installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  say('Installing the workspace …')
  if (step(node, [pnpm, 'install', '--frozen-lockfile', '--reporter=append-only', '--loglevel=warn']) !== 0)
    fail('The install failed; the lines above say why. Run the command again when that is mended.')
  writeFileSync(stamp, digest)
}

/** Builds the web app unless the one in `client/dist` was made from these very sources. */
function buildWebApp() {
  if (step(node, ['scripts/build-web.mjs']) !== 0) fail('The web app did not build; the lines above say why.')
}

/** One of `client/examples`, by its name, with what follows it. */
function runExample([name = '', ...given]) {
  const examples = ['recorder', 'mention-bot']
  if (!examples.includes(name))
    fail(`Which example? npm run example <${examples.join(' or ')}> -- <invite link> [folder]`)
  become(node, ['--disable-warning=ExperimentalWarning', `client/examples/${name}.ts`, ...given])
}

/** npm runs scripts in the root, and says where it was started itself. */
function typedIn() {
  return process.env.INIT_CWD ?? process.cwd()
}

/** Runs a step to its end and returns its exit code. What it says is no output of the command that needed it. */
function step(command, commandArgs) {
  const result = spawnSync(command, commandArgs, { cwd: root, env, stdio: ['inherit', 2, 2] })
  if (result.error) fail(result.error.message)
  return result.status ?? 1
}

/**
 * Becomes the command, as far as a parent process can: signals are passed on, the exit code is the child's. npm runs
 * scripts through a shell that keeps signals to itself, so the end of our own parent counts as a SIGTERM.
 */
function become(command, commandArgs, cwd = root) {
  const child = spawn(command, commandArgs, { cwd, env, stdio: 'inherit' })
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM')
  }, 500)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(error.message))
  child.on('exit', (code) => {
    clearInterval(watch)
    process.exit(code ?? 1)
  })
}

function say(line) {
  process.stderr.write(`${line}\n`)
}

function fail(message) {
  say(message)
  process.exit(1)
}
