// A contender's server in a process of its own: started on a free port of this machine, stopped, killed and started
// again on the same data, which lie in a temporary folder.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { cpuMsOf, rssMiBOf } from './process-usage.ts'

export interface ServerCommand {
  /** What Node is started with. */
  readonly args: readonly string[]
  readonly env: (port: number, data: string) => NodeJS.ProcessEnv
}

const START_DEADLINE_MS = 20_000
const STOP_DEADLINE_MS = 15_000
const QUIET_MS = 500
/** Words on stderr that are kept for the message when it does not start. */
const KEPT_OUTPUT = 4_000

const open = new Set<ServerProcess>()
process.on('exit', () => {
  for (const server of open) server.abandon()
})

export class ServerProcess {
  readonly #name: string
  readonly #command: ServerCommand
  readonly #data = mkdtempSync(join(tmpdir(), 'coppice-bench-'))
  #child: ChildProcess | undefined
  #port = 0

  constructor(name: string, command: ServerCommand) {
    open.add(this)
    this.#name = name
    this.#command = command
  }

  /** Another one after each start. */
  get port(): number {
    return this.#port
  }

  get cpuMs(): number {
    return cpuMsOf(this.#pid)
  }

  get rssMiB(): number {
    return rssMiBOf(this.#pid)
  }

  get #pid(): number {
    return this.#child?.pid ?? 0
  }

  /** Resolves when it accepts connections. */
  async start(): Promise<void> {
    this.#port = await freePort()
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...this.#command.args], {
      env: { ...process.env, NODE_ENV: 'production', ...this.#command.env(this.#port, this.#data) },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#child = child
    let output = ''
    child.stderr?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-KEPT_OUTPUT)))
    for (const deadline = performance.now() + START_DEADLINE_MS; !(await accepts(this.#port)); await delay(10)) {
      if (isRunning(child) && performance.now() < deadline) continue
      throw new Error(`${this.#name} did not start. It said: ${output || 'nothing'}`)
    }
  }

  /** SIGTERM, so that it may save; SIGKILL when that takes too long. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Waits a while for it to have nothing left to do, such as writing what it took in. */
  async untilQuiet(deadlineMs: number): Promise<void> {
    for (const deadline = performance.now() + deadlineMs; performance.now() < deadline;) {
      const before = this.cpuMs
      await delay(QUIET_MS)
      // Not "at least": without /proc there is nothing to wait for.
      if (!(this.cpuMs - before > QUIET_MS / 20)) return
    }
  }

  /** Ends it and removes its data. */
  async remove(): Promise<void> {
    await this.kill()
    this.abandon()
  }

  /** As `remove`, when there is no time left to wait. */
  abandon(): void {
    open.delete(this)
    this.#child?.kill('SIGKILL')
    rmSync(this.#data, { recursive: true, force: true })
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child
    if (child === undefined || !isRunning(child)) return
    const gone = once(child, 'exit')
    const cutShort = setTimeout(() => child.kill('SIGKILL'), STOP_DEADLINE_MS)
    child.kill(signal)
    await gone
    clearTimeout(cutShort)
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const answer = (is: boolean): void => {
      socket.destroy()
      resolve(is)
    }
    socket.once('connect', () => answer(true))
    socket.once('error', () => answer(false))
  })
}
