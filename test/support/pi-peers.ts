// Two generations of the real Pi, which open files that we export. Installed by `pnpm run peers`.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { PiSessionManager, PiSessionManagers } from './pi.ts'
import { tempFolder } from './temp-folder.ts'

export const PI_GENERATIONS: readonly string[] = ['0.73.1', '1.6.0']

const managerPath = (version: string): string =>
  fileURLToPath(new URL(`../peers/node_modules/pi-${version}/dist/core/session-manager.js`, import.meta.url))

export const missingGenerations: readonly string[] = PI_GENERATIONS.filter(
  (version) => !existsSync(managerPath(version)),
)

/** Opens files in one generation of Pi. */
export interface Opener {
  open(text: string): PiSessionManager
}

export async function openerOf(version: string): Promise<Opener> {
  const module: { SessionManager: PiSessionManagers } = await import(pathToFileURL(managerPath(version)).href)
  const folder = tempFolder()
  let count = 0
  return {
    open(text) {
      count += 1
      const path = join(folder, `${count}.jsonl`)
      writeFileSync(path, text)
      return module.SessionManager.open(path, folder)
    },
  }
}
