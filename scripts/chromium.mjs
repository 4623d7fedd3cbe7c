// Finds a Chromium for the browser tests, and installs one on Debian when the machine has none and we are root.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Path of a Chromium, or undefined. `CHROMIUM` names one explicitly. */
export function findChromium() {
  if (process.env.CHROMIUM) return existsSync(process.env.CHROMIUM) ? process.env.CHROMIUM : undefined
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of NAMES) if (existsSync(join(folder, name))) return join(folder, name)
  }
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  return existsSync(mac) ? mac : undefined
}

/** A Chromium, installed if that can be done here; otherwise undefined, with the reason said. */
export function provideChromium() {
  const found = findChromium()
  if (found) return found
  const isRoot = process.getuid?.() === 0
  if (!existsSync('/usr/bin/apt-get') || !isRoot) {
    say('No Chromium found: the browser tests are skipped. Install one, or name it in CHROMIUM, to run them.')
    return undefined
  }
  say('Installing Chromium for the browser tests …')
  apt('update')
  apt('install', '-y', '--no-install-recommends', 'chromium')
  const installed = findChromium()
  if (!installed) say('Chromium could not be installed: the browser tests are skipped. The lines above say why.')
  return installed
}

function apt(...args) {
  spawnSync('apt-get', ['-qq', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

function say(line) {
  process.stderr.write(`${line}\n`)
}
