// A server in a process of its own, started as `npm start` starts it, so that a test can kill it.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

export interface SpawnedServer {
  readonly url: string
  readonly token: string
  readonly signInUrl: string
  /** SIGKILL, at once. Resolves when the process is gone. */
  kill9(): Promise<void>
  /** SIGTERM. Resolves with the exit code. */
  stop(): Promise<number | null>
}

/** Starts a server on a free port. It is killed at the end of the test if it still runs. */
export async function spawnServer(options: {
  readonly data: string
  readonly port?: number
  readonly env?: NodeJS.ProcessEnv
}): Promise<SpawnedServer> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    env: {
      ...process.env,
      COPPICE_DATA: options.data,
      COPPICE_PORT: String(options.port ?? 0),
      COPPICE_HOST: '127.0.0.1',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const signInUrl = await signInLine(child)
  const parsed = new URL(signInUrl)
  const gone = async (): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    return child.exitCode
  }
  return {
    url: parsed.origin,
    token: parsed.searchParams.get('token') ?? '',
    signInUrl,
    kill9: async () => {
      child.kill('SIGKILL')
      await gone()
    },
    stop: async () => {
      child.kill('SIGTERM')
      return gone()
    },
  }
}

function signInLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      const link = /https?:\/\/\S+\/signin\?token=\S+/.exec(output)?.[0]
      if (link !== undefined) resolve(link)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.on('exit', (code) =>
      reject(new Error(`the server ended with ${code} before it printed a sign-in link:\n${output}`)),
    )
  })
}
