// The server's side of runs in a schedule: who asked for an answer to which prompt, and whether they were allowed to.
import { entriesOf, entryId, type EntryId } from '@coppice/shared'
import { MAX_WISH_AGE_MS } from '../run-wishes.ts'
import type { FakeServer } from './fake-server.ts'
import { messageEntry } from './harness.ts'
import type { SchedulePage } from './schedule-page.ts'
import type { RunOutcome } from './schedule-steps.ts'
import type { DeviceState } from './schedule-world.ts'

interface Prompt {
  readonly device: DeviceState
  readonly writtenAtMs: number
  readonly offsetMs: number
}

export class RunDesk {
  outcome: RunOutcome = 'started'
  /** Runs the server started, by prompt. */
  readonly started = new Map<EntryId, number>()
  readonly violations: string[] = []
  readonly #server: FakeServer
  readonly #count: (what: string) => void
  readonly #prompts = new Map<EntryId, Prompt>()
  readonly #answered = new Set<EntryId>()
  /** How often a person asked for a run that waited. */
  readonly #wanted = new Map<EntryId, number>()
  #prompting: SchedulePage | undefined

  constructor(server: FakeServer, count: (what: string) => void) {
    this.#server = server
    this.#count = count
  }

  /** A person sends a prompt: what is asked for during the call was not asked for by itself. */
  prompting(page: SchedulePage, act: () => void): void {
    this.#prompting = page
    act()
    this.#prompting = undefined
  }

  note(promptId: EntryId, device: DeviceState): void {
    this.#prompts.set(promptId, { device, writtenAtMs: Date.now(), offsetMs: device.offsetMs })
  }

  /** A person asks for the answer of the first prompt that waits for it. */
  askFor(page: SchedulePage): void {
    const [first] = page.session.waitingRuns.get()
    if (first === undefined) return
    this.#count('runs asked for')
    this.#wanted.set(first.promptId, (this.#wanted.get(first.promptId) ?? 0) + 1)
    // reason: that a run does not start is one of the outcomes
    page.session.runWaiting(first.promptId).catch(() => undefined)
  }

  /** Answers `POST …/runs`. */
  answer(page: SchedulePage, path: string, body: string): Promise<Response> {
    if (!path.endsWith('/runs')) return Promise.reject(new Error(`nothing answers ${path}`))
    const promptId = entryId(String(JSON.parse(body).leafId))
    const isAsked = this.#prompting === page || this.#wanted.has(promptId)
    if (!isAsked) this.#checkAge(promptId)
    if (!page.isAlive || !this.#server.isUp || this.outcome === 'not reached')
      return Promise.reject(new Error('by a test'))
    if (this.outcome === 'conflict')
      return Promise.resolve(json(409, { error: { code: 'conflict', message: 'An answer is being written here.' } }))
    const times = (this.started.get(promptId) ?? 0) + 1
    this.started.set(promptId, times)
    if (times > 1 + (this.#wanted.get(promptId) ?? 0)) this.violations.push(`${times} runs of prompt ${promptId}`)
    this.#count(isAsked ? 'runs' : 'runs by themselves')
    if (this.outcome === 'answer lost') return Promise.reject(new Error('by a test'))
    return Promise.resolve(json(202, { runId: `run-${promptId}`, entryId: `reply-${promptId}` }))
  }

  /** The agents are through with what they were asked. */
  writeAnswers(): void {
    const entries = entriesOf(this.#server.doc)
    for (const promptId of this.started.keys()) {
      const prompt = entries.get(promptId)
      if (prompt === undefined || this.#answered.has(promptId)) continue
      this.#answered.add(promptId)
      const { timestamp } = prompt
      this.#server.write({ ...messageEntry(`reply-${promptId}`, promptId, 'agent'), timestamp })
    }
  }

  #checkAge(promptId: EntryId): void {
    const prompt = this.#prompts.get(promptId)
    if (prompt === undefined) return
    const ageMs = Date.now() - prompt.writtenAtMs
    // A device whose clock was set meanwhile can be led to believe that no time has passed.
    const seemsMs = Math.abs(ageMs + prompt.device.offsetMs - prompt.offsetMs)
    const isMisled = prompt.device.offsetMs !== prompt.offsetMs && seemsMs <= MAX_WISH_AGE_MS
    if (ageMs > MAX_WISH_AGE_MS && !isMisled)
      this.violations.push(`a run started by itself ${ageMs} ms after prompt ${promptId}`)
  }
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status })
}
