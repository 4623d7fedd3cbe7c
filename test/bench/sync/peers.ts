// The other products of the bench, as far as it needs to know them: where they lie and in which version.
// `pnpm run peers` installs them, outside the workspace.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'peers')
const require = createRequire(import.meta.url)

export const HOCUSPOCUS_SERVER = join(FOLDER, 'hocuspocus-server.mjs')
export const HOCUSPOCUS_PROVIDER = join(FOLDER, 'node_modules/@hocuspocus/provider/dist/hocuspocus-provider.esm.js')
export const Y_WEBSOCKET_SERVER = join(FOLDER, 'node_modules/@y/websocket-server/src/server.js')

export const arePeersInstalled: boolean =
  existsSync(HOCUSPOCUS_PROVIDER) && existsSync(Y_WEBSOCKET_SERVER) && existsSync(packageFile('y-leveldb'))

/** The version of a peer, or of a package of the workspace. */
export function versionOf(name: string, where: 'peers' | 'workspace'): string {
  const file = where === 'peers' ? packageFile(name) : require.resolve(`${name}/package.json`)
  if (!existsSync(file)) return 'not installed'
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/** Whether a module's address lies among the peers. */
export function isOfPeers(address: string | undefined): boolean {
  return address?.includes('/test/peers/') ?? false
}

function packageFile(name: string): string {
  return join(FOLDER, 'node_modules', name, 'package.json')
}
