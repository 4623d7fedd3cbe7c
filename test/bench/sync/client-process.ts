// Clients in a process of their own, so that their work is not the server's, asked for jobs over its channel.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { AnswerOf, ClientJobs, JobAnswer, JobCall, JobName } from './clients/client-jobs.ts'

const MAIN = fileURLToPath(new URL('./clients/main.ts', import.meta.url))

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/** No job takes that long. */
const DEADLINE_MS = 240_000

export class ClientProcess {
  readonly #child: ChildProcess = fork(MAIN, [], {
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=4096'],
    serialization: 'advanced',
  })
  readonly #waiting = new Map<number, Waiting>()
  #last = 0

  constructor() {
    this.#child.on('message', (answer: JobAnswer) => {
      const waiting = this.#waiting.get(answer.number)
      this.#waiting.delete(answer.number)
      if (answer.ok) waiting?.resolve(answer.value)
      else waiting?.reject(new Error(answer.message))
    })
    this.#child.on('exit', (code, signal) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`the clients ended with ${code ?? signal}`))
      this.#waiting.clear()
    })
  }

  /** Rejects with the message of what went wrong there. */
  ask<Name extends JobName>(name: Name, ...[order]: Parameters<ClientJobs[Name]>): Promise<AnswerOf<Name>> {
    const call: JobCall = { number: ++this.#last, name, order }
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(call.number, { resolve, reject }))
    this.#child.send(call)
    const over = setTimeout(() => {
      this.#waiting.get(call.number)?.reject(new Error(`the clients were not done with "${name}" in time`))
      this.#waiting.delete(call.number)
    }, DEADLINE_MS)
    return answer.finally(() => clearTimeout(over)) as Promise<AnswerOf<Name>>
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const gone = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await gone
  }
}
