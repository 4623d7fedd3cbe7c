// The clients of one process: many at once, that write in turn and hear one another.
import { setTimeout as delay } from 'node:timers/promises'
import * as Y from 'yjs'
import { nowUs } from '../stamp.ts'
import { Audience, type Heard } from './audience.ts'
import { stampedEntry, stampedToken } from './entries.ts'
import { fullClients, type FullClient } from './full-client.ts'
import { LeanClient } from './lean-client.ts'
import { pace, type Paced } from './pace.ts'
import type { Target } from './target.ts'

export interface CrowdOptions {
  /** One client each. */
  readonly targets: readonly Target[]
  /** What they listen to; lean clients keep no document and listen to bytes. */
  readonly kind: 'entries' | 'text' | 'lean' | 'idle'
  readonly author: string
  /** Number of the first one as a writer; those of one room must differ over all processes. */
  readonly firstWriter: number
}

export interface Written extends Paced {
  /** Of what was written, that much since `listenSince`. */
  readonly counted: number
}

interface Member {
  writeEntry(): void
  writeToken(): void
  close(): void
}

const OPEN_AT_ONCE = 32
const OPEN_DEADLINE_MS = 30_000
/** A lean writer takes a new document after that many entries: it needs one only to encode. */
const ENTRIES_PER_SCRATCH = 500

export class Crowd {
  readonly #audience = new Audience()
  #members: Member[] = []
  #sinceUs = 0

  /** Resolves when all are synced. */
  async open(options: CrowdOptions): Promise<void> {
    const first = this.#members.length
    const open = await this.#opener(options)
    let next = 0
    const worker = async (): Promise<void> => {
      for (let n = next++; n < options.targets.length; n = next++) {
        const target = options.targets[n]
        if (target !== undefined) this.#members[first + n] = await open(target, options.firstWriter + n)
      }
    }
    await Promise.all(Array.from({ length: OPEN_AT_ONCE }, worker))
  }

  listenSince(us: number): void {
    this.#sinceUs = us
    this.#audience.listenSince(us)
  }

  heard(): Heard {
    return this.#audience.heard()
  }

  /** All members write in turn. */
  async write(perSecond: number, durationMs: number, what: 'entries' | 'tokens' = 'entries'): Promise<Written> {
    let counted = 0
    const paced = await pace(perSecond, durationMs, (n) => {
      const member = this.#members[n % this.#members.length]
      if (nowUs() >= this.#sinceUs) counted += 1
      if (what === 'entries') member?.writeEntry()
      else member?.writeToken()
    })
    return { ...paced, counted }
  }

  close(): void {
    for (const member of this.#members) member.close()
    this.#members = []
  }

  async #opener({ kind, author, targets }: CrowdOptions): Promise<(target: Target, writer: number) => Promise<Member>> {
    if (kind === 'lean') return (target, writer) => this.#lean(target, writer, author)
    const wire = targets[0]?.wire ?? 'y-websocket'
    const openFull = await fullClients(wire)
    return async (target, writer) => {
      const client = openFull(target)
      await withinDeadline(client.synced, client)
      if (kind === 'entries') this.#audience.listenToEntries(client, writer)
      if (kind === 'text') this.#audience.listenToText(client, writer)
      return fullMember(client, author, writer)
    }
  }

  async #lean(target: Target, writer: number, author: string): Promise<Member> {
    const client = new LeanClient(target, this.#audience.ears(writer))
    await withinDeadline(client.synced, client)
    let scratch = new Y.Doc()
    let left = 0
    return {
      writeEntry: () => {
        if (left === 0) {
          scratch = new Y.Doc()
          scratch.on('update', (update: Uint8Array) => client.send(update))
          left = ENTRIES_PER_SCRATCH
        }
        left -= 1
        const entry = stampedEntry(author, writer)
        scratch.getMap('entries').set(entry.id, entry)
      },
      writeToken: () => undefined,
      close: () => client.close(),
    }
  }
}

function fullMember(client: FullClient, author: string, writer: number): Member {
  return {
    writeEntry: () => {
      const entry = stampedEntry(author, writer)
      client.entries.set(entry.id, entry)
    },
    writeToken: () => client.text.insert(client.text.length, stampedToken(writer)),
    close: () => client.close(),
  }
}

async function withinDeadline(synced: Promise<void>, client: { close(): void }): Promise<void> {
  const over = new AbortController()
  const late = delay(OPEN_DEADLINE_MS, 'late' as const, { signal: over.signal }).catch(() => 'late' as const)
  const outcome = await Promise.race([synced, late])
  over.abort()
  if (outcome !== 'late') return
  client.close()
  throw new Error(`a client was not synced within ${OPEN_DEADLINE_MS / 1000} s`)
}
