// Starts and stops runs: one agent turn, from the context of a leaf to an entry below it. Runs on different branches
// go on side by side; a run holds its room live until its entry is saved.
import { randomUUID } from 'node:crypto'
import {
  mayDo,
  newEntryId,
  participantId,
  projectContext,
  SessionError,
  stampFor,
  toModelMessages,
  type EntryId,
  type ParticipantId,
  type Person,
  type SessionId,
  type Who,
} from '@coppice/shared'
import type { Logger } from 'pino'
import type { Room } from '../room/room.ts'
import type { RoomRegistry } from '../room/room-registry.ts'
import type { Model } from './model.ts'
import { NO_METER, type Meter } from '../metrics/meter.ts'
import { endReplySurely } from './end-surely.ts'
import type { ReplyEnd, ReplySource } from './reply-entry.ts'

/** How long a run waits for a leaf that is still travelling, in ms. */
const LEAF_TIMEOUT_MS = 5_000
/** The desk is flushed at most this often per run, in ms. */
const FLUSH_MS = 50

export const DEMO_AGENT: ParticipantId = participantId('agent:demo')
const DEMO_PERSON: Person = { name: 'Demo model', color: 3, kind: 'agent' }

export interface StartRun {
  readonly session: SessionId
  /** Null asks in an empty place: it needs a prompt, which becomes a root. */
  readonly leafId: EntryId | null
  /** Written below the leaf first, as a message of whoever starts the run. */
  readonly prompt?: string
  /** Label or id of a model; the default model without it. */
  readonly model?: string
  readonly who: Who
}

export interface StopRun {
  readonly session: SessionId
  readonly runId: string
  readonly who: Who
}

export interface RunnerDeps {
  readonly registry: RoomRegistry
  readonly models: readonly [Model, ...Model[]]
  readonly logger: Logger
  readonly nowMs: () => number
  /** Name to say who stopped a run. */
  readonly nameOf: (room: Room, participant: ParticipantId) => string
  readonly meter?: Meter
}

interface Run {
  readonly session: SessionId
  readonly abort: AbortController
  stoppedBy: string | undefined
  readonly done: Promise<void>
  /** The answer is whole, but the log does not take it: it is tried again and again. */
  isStuck: boolean
}

export class Runner {
  readonly #deps: RunnerDeps
  readonly #runs = new Map<string, Run>()
  readonly #closing = new AbortController()

  constructor(deps: RunnerDeps) {
    this.#deps = deps
  }

  /** Runs that go on. */
  get running(): number {
    return this.#runs.size
  }

  /** Resolves when the answer's draft stands on the desk; the answer itself streams there and ends as an entry. */
  async start(request: StartRun): Promise<{ runId: string; entryId: EntryId }> {
    const { session, who } = request
    if (!mayDo(who.role, 'run'))
      throw new SessionError(
        'forbidden',
        'Your role may read here, but not start runs. Ask for an invite that may prompt.',
      )
    this.#mustBeOpen()
    const model = this.#model(request.model)
    const { room, release } = await this.#deps.registry.acquire(session)
    try {
      const leafId = await this.#leaf(room, request)
      await room.putPerson(DEMO_AGENT, DEMO_PERSON)
      this.#mustBeOpen()
      const source = await this.#open(room, leafId, who.participant, model)
      const abort = new AbortController()
      const run: Run = {
        session,
        abort,
        stoppedBy: undefined,
        isStuck: false,
        done: this.#run(room, source, model, abort.signal).finally(() => {
          this.#runs.delete(source.runId)
          release()
        }),
      }
      this.#runs.set(source.runId, run)
      ;(this.#deps.meter ?? NO_METER).runStarted()
      return { runId: source.runId, entryId: source.id }
    } catch (error) {
      release()
      throw error
    }
  }

  /** Stops a run and says who did. Resolves when its entry is saved. A run that is over is `not_found`. */
  async stop({ session, runId, who }: StopRun): Promise<void> {
    if (!mayDo(who.role, 'run')) throw new SessionError('forbidden', 'Your role may read here, but not stop runs.')
    const run = this.#runs.get(runId)
    if (run === undefined || run.session !== session) {
      throw new SessionError('not_found', 'That run is over already.')
    }
    const room = this.#deps.registry.peek(session)
    run.stoppedBy ??= room === undefined ? who.participant : this.#deps.nameOf(room, who.participant)
    if (run.isStuck)
      throw new SessionError(
        'storage',
        'The answer has ended, but it cannot be saved yet. That is tried again by itself.',
      )
    run.abort.abort()
    await run.done
  }

  /** Ends all runs as interrupted, and starts no more, for a stop of the server. */
  async close(): Promise<void> {
    this.#closing.abort()
    for (const run of this.#runs.values()) run.abort.abort()
    await Promise.allSettled([...this.#runs.values()].map((run) => run.done))
  }

  #mustBeOpen(): void {
    if (this.#closing.signal.aborted)
      throw new SessionError('stopping', 'The server is stopping. Try again in a moment.')
  }

  #model(name: string | undefined): Model {
    const { models } = this.#deps
    if (name === undefined) return models[0]
    const model = models.find(
      (model) => model.label === name || model.modelId === name || `${model.provider}/${model.modelId}` === name,
    )
    if (model === undefined) {
      const known = models.map(({ provider, modelId }) => `${provider}/${modelId}`).join(', ')
      throw new SessionError('bad_request', `There is no model "${name}" here. Take one of: ${known}.`)
    }
    return model
  }

  /** The entry the answer hangs from: the leaf, or the prompt written below it. */
  async #leaf(room: Room, { leafId, prompt, who }: StartRun): Promise<EntryId> {
    if (leafId !== null && !(await room.whenEntry(leafId, LEAF_TIMEOUT_MS))) {
      throw new SessionError(
        'not_found',
        `Entry ${leafId} is not in this session. If you just wrote it, wait until it is saved and try again.`,
      )
    }
    if (prompt === undefined) {
      if (leafId !== null) return leafId
      throw new SessionError('bad_request', 'There is nothing to answer yet. Name a leaf, or send a prompt along.')
    }
    const nowMs = this.#deps.nowMs()
    const id = newEntryId(nowMs)
    const timestamp = stampFor(room.index, leafId, nowMs)
    const message = { role: 'user', content: [{ type: 'text', text: prompt }], timestamp: Date.parse(timestamp) }
    await room.append([{ type: 'message', id, parentId: leafId, timestamp, author: who.participant, message }], who)
    room.carryLeaf(who.participant, leafId, id)
    return id
  }

  async #open(room: Room, parentId: EntryId, startedBy: ParticipantId, model: Model): Promise<ReplySource> {
    const nowMs = this.#deps.nowMs()
    const source: ReplySource = {
      id: newEntryId(nowMs),
      parentId,
      author: DEMO_AGENT,
      startedBy,
      runId: randomUUID(),
      provider: model.provider,
      model: model.modelId,
      text: '',
      thinking: '',
    }
    const { id, author, runId } = source
    await room.desk.open({
      id,
      parentId,
      runId,
      author,
      startedBy,
      startedAt: new Date(nowMs).toISOString(),
      model: model.label,
      text: '',
      thinking: '',
    })
    return source
  }

  /**
   * Never rejects: whatever happens, the run ends as an entry, if need be when the log works again. What the record
   * refuses for good is logged.
   */
  async #run(room: Room, source: ReplySource, model: Model, signal: AbortSignal): Promise<void> {
    const { session } = room
    const streamed = { text: '', thinking: '' }
    let end: ReplyEnd
    try {
      end = await this.#stream(room, source, model, signal, streamed)
    } catch (error) {
      const stoppedBy = this.#runs.get(source.runId)?.stoppedBy
      if (signal.aborted) end = stoppedBy === undefined ? { kind: 'interrupted' } : { kind: 'stopped', by: stoppedBy }
      else {
        this.#deps.logger.warn({ session, run: source.runId, err: error }, 'run failed')
        end = {
          kind: 'failed',
          message: `${model.label} failed: ${error instanceof Error ? error.message : String(error)}`,
        }
      }
    }
    try {
      await endReplySurely(room, { ...source, ...streamed }, end, {
        nowMs: this.#deps.nowMs,
        signal: this.#closing.signal,
        onWaiting: (error) => {
          const run = this.#runs.get(source.runId)
          if (run !== undefined) run.isStuck = true
          this.#deps.logger.warn(
            { session, run: source.runId, code: error.code, err: error },
            'answer waits for the log',
          )
        },
      })
      await room.desk.save()
    } catch (error) {
      this.#deps.logger.error({ session, run: source.runId, err: error }, 'answer not saved')
    }
  }

  async #stream(
    room: Room,
    source: ReplySource,
    model: Model,
    signal: AbortSignal,
    streamed: { text: string; thinking: string },
  ): Promise<ReplyEnd> {
    const context = projectContext(room.index, source.parentId)
    const waiting = { text: '', thinking: '' }
    let flushedMs = 0
    const flush = (): void => {
      room.desk.extend(source.id, waiting)
      waiting.text = waiting.thinking = ''
      flushedMs = this.#deps.nowMs()
    }
    try {
      for await (const part of model.stream({
        messages: toModelMessages(context),
        thinkingLevel: context.thinkingLevel,
        signal,
      })) {
        if (part.type === 'end')
          return {
            kind: 'done',
            stopReason: part.stopReason,
            ...(part.usage === undefined ? {} : { usage: part.usage }),
          }
        streamed[part.type] += part.text
        waiting[part.type] += part.text
        if (this.#deps.nowMs() - flushedMs >= FLUSH_MS) flush()
      }
      throw new Error('the stream ended without an end')
    } finally {
      flush()
    }
  }
}
