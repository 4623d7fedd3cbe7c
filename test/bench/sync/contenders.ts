// Who takes part: how each server is started, which client speaks to it, and what it keeps.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { HOCUSPOCUS_SERVER, versionOf, Y_WEBSOCKET_SERVER } from './peers.ts'
import type { ServerCommand } from './server-process.ts'

export type ContenderId = 'relay' | 'y-memory' | 'y-level' | 'hocuspocus' | 'ours'

/** The stock client that is used, and with it the protocol. */
export type Wire = 'y-websocket' | 'hocuspocus'

export interface Contender {
  readonly id: ContenderId
  /** As reports call it. */
  readonly name: string
  readonly wire: Wire
  /** Of a room: nothing, until the process ends, or for good. */
  readonly keeps: 'nothing' | 'in memory' | 'on disk'
  readonly server: ServerCommand
  /** Base address of its sockets; the room's name is appended by the client where the wire has it there. */
  readonly url: (port: number) => string
}

/** The owner's token of our server, made anew for each run of the bench. */
export const OUR_TOKEN = randomBytes(24).toString('hex')

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const atRoot = (port: number): string => `ws://127.0.0.1:${port}`
const yWebsocketServer = (env: (data: string) => NodeJS.ProcessEnv): ServerCommand => ({
  args: [Y_WEBSOCKET_SERVER],
  env: (port, data) => ({ HOST: '127.0.0.1', PORT: String(port), ...env(data) }),
})

const ours: Contender = {
  id: 'ours',
  name: 'Coppice on SQLite',
  wire: 'y-websocket',
  keeps: 'on disk',
  server: ourServer('../../../server/src/main.ts'),
  url: (port) => `ws://127.0.0.1:${port}/ws`,
}

/** The same server, with a model that streams at a set rate. */
export const OURS_STREAMING: Contender = { ...ours, server: ourServer('./streaming-server.ts') }

export const CONTENDERS: readonly Contender[] = [
  {
    id: 'relay',
    name: `bare ws ${versionOf('ws', 'workspace')} relay`,
    wire: 'y-websocket',
    keeps: 'nothing',
    server: { args: [file('../relay.ts')], env: (port) => ({ PORT: String(port) }) },
    url: atRoot,
  },
  {
    id: 'y-memory',
    name: `@y/websocket-server ${versionOf('@y/websocket-server', 'peers')}, in memory`,
    wire: 'y-websocket',
    keeps: 'in memory',
    server: yWebsocketServer(() => ({})),
    url: atRoot,
  },
  {
    id: 'y-level',
    name: `@y/websocket-server with y-leveldb ${versionOf('y-leveldb', 'peers')}`,
    wire: 'y-websocket',
    keeps: 'on disk',
    server: yWebsocketServer((data) => ({ YPERSISTENCE: data })),
    url: atRoot,
  },
  {
    id: 'hocuspocus',
    name: `Hocuspocus ${versionOf('@hocuspocus/server', 'peers')} on SQLite`,
    wire: 'hocuspocus',
    keeps: 'on disk',
    server: { args: [HOCUSPOCUS_SERVER], env: (port, data) => ({ PORT: String(port), DATA: data }) },
    url: atRoot,
  },
  ours,
]

/** What `npm start` starts it with, and where that keeps compiled modules. */
function ourFlags(): readonly string[] {
  return JSON.parse(readFileSync(file('../../../server/node-flags.json'), 'utf8')) as readonly string[]
}

const COMPILE_CACHE = file('../../../.tools/compile-cache')

/** All clients are one participant at one address here, so the limits of our server are lifted. */
function ourServer(main: string): ServerCommand {
  return {
    args: [...ourFlags(), file(main)],
    env: (port, data) => ({
      COPPICE_HOST: '127.0.0.1',
      COPPICE_PORT: String(port),
      COPPICE_DATA: data,
      COPPICE_TOKEN: OUR_TOKEN,
      COPPICE_LOG: 'warn',
      COPPICE_LIMITS: 'off',
      NODE_COMPILE_CACHE: COMPILE_CACHE,
    }),
  }
}
