// Runs the server, restarted on each change, and the web app with hot reload in front of it.
// Open the sign-in link on the address that Vite prints: it passes /signin, /api and /ws on to the server.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const client = join(root, 'client')
const vite = join(dirname(createRequire(join(client, 'package.json')).resolve('vite/package.json')), 'bin', 'vite.js')
const args = process.argv.slice(2)
const flags = JSON.parse(readFileSync(join(root, 'server', 'node-flags.json'), 'utf8'))

const children = [
  run([...flags, '--watch', '--watch-preserve-output', 'server/src/main.ts', ...args], root),
  run([vite], client, { COPPICE_DEV_SERVER: `http://127.0.0.1:${process.env.COPPICE_PORT ?? 4180}`, ...process.env }),
]

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
for (const child of children) child.on('exit', (code) => end(code ?? 1))

function run(command, cwd, env = process.env) {
  return spawn(process.execPath, command, { cwd, env, stdio: 'inherit' })
}

function stop(signal) {
  for (const child of children) child.kill(signal)
}

/** One without the other is of no use: when one ends, both do. */
function end(code) {
  process.exitCode ??= code
  stop('SIGTERM')
}
