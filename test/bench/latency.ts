// From `set` in one client to `observe` in each other one: ours on SQLite, commit to disk included, beside a bare relay,
// in turn, the same stock clients on both. Twenty entries a second, one writer at a time.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import { userEntry } from '../support/entries.ts'

export interface LatencyResult {
  readonly name: string
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface LatencyComparison {
  readonly clients: number
  readonly relay: LatencyResult
  readonly ours: LatencyResult
  /** Of the medians. */
  readonly ratio: number
}

const ROUNDS = 5
const ENTRIES_PER_ROUND = 60
const GAP_MS = 50
const ENTRY_TEXT = 'x'.repeat(300)

interface Client {
  readonly doc: Y.Doc
  readonly entries: Y.Map<unknown>
  readonly synced: Promise<void>
  readonly provider: WebsocketProvider
}

/** Medians over the rounds, for rooms of each size. */
export async function measureLatency(sizes: readonly number[]): Promise<LatencyComparison[]> {
  const data = mkdtempSync(join(tmpdir(), 'coppice-bench-'))
  const relay = await startProcess('relay.ts', /^(\d+)$/m)
  const ours = await startProcess('../../server/src/main.ts', /signin\?token=(\S+)/, {
    COPPICE_DATA: data,
    COPPICE_PORT: '0',
    COPPICE_LOG: 'warn',
    // All clients are one participant here.
    COPPICE_LIMITS: 'off',
  })
  try {
    const origin = /http:\/\/\S+?(?=\/signin)/.exec(ours.output())?.[0] ?? ''
    const results: LatencyComparison[] = []
    for (const clients of sizes) {
      const relayRounds: number[][] = []
      const ourRounds: number[][] = []
      for (let round = 0; round < ROUNDS; round++) {
        relayRounds.push(await sample(clients, `ws://127.0.0.1:${relay.match}`, `room-${clients}-${round}`, {}))
        const session = await createSession(origin, ours.match)
        ourRounds.push(await sample(clients, `${origin.replace('http', 'ws')}/ws`, session, { token: ours.match }))
      }
      const relayResult = summary('bare ws relay', relayRounds)
      const ourResult = summary('ours on SQLite', ourRounds)
      results.push({ clients, relay: relayResult, ours: ourResult, ratio: ourResult.p50Ms / relayResult.p50Ms })
    }
    return results
  } finally {
    relay.end()
    ours.end()
    rmSync(data, { recursive: true, force: true })
  }
}

async function createSession(origin: string, token: string): Promise<string> {
  const response = await fetch(`${origin}/api/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"title":"Latency"}',
  })
  return ((await response.json()) as { id: string }).id
}

/** Times of all deliveries of one round, in ms. */
async function sample(count: number, url: string, room: string, params: Record<string, string>): Promise<number[]> {
  const clients = Array.from({ length: count }, () => connect(url, room, params))
  await Promise.all(clients.map(({ synced }) => synced))
  const started = new Map<string, number>()
  const times: number[] = []
  let due = 0
  for (const client of clients) {
    client.entries.observe((event, transaction) => {
      if (transaction.local) return
      const now = performance.now()
      for (const key of event.keysChanged) {
        const start = started.get(key)
        if (start !== undefined) times.push(now - start)
      }
    })
  }
  for (let i = 0; i < ENTRIES_PER_ROUND; i++) {
    const writer = clients[i % count]
    const entry = userEntry('owner', null, ENTRY_TEXT)
    started.set(entry.id, performance.now())
    due += count - 1
    writer?.entries.set(entry.id, entry)
    await delay(GAP_MS)
  }
  for (const deadline = performance.now() + 10_000; times.length < due && performance.now() < deadline;) await delay(10)
  if (times.length < due) throw new Error(`${due - times.length} of ${due} deliveries did not arrive`)
  for (const { provider } of clients) provider.destroy()
  return times
}

function connect(url: string, room: string, params: Record<string, string>): Client {
  const doc = new Y.Doc()
  const provider = new WebsocketProvider(url, room, doc, {
    params,
    WebSocketPolyfill: WebSocket as unknown as typeof globalThis.WebSocket,
    disableBc: true,
  })
  const synced = new Promise<void>((resolve) => provider.once('sync', () => resolve()))
  return { doc, provider, synced, entries: doc.getMap('entries') }
}

function summary(name: string, rounds: readonly (readonly number[])[]): LatencyResult {
  const at = (q: number): number =>
    median(rounds.map((times) => times.toSorted((a, b) => a - b)[Math.floor(times.length * q)] ?? 0))
  return { name, p50Ms: at(0.5), p99Ms: at(0.99) }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

async function startProcess(file: string, ready: RegExp, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL(file, import.meta.url))],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let output = ''
  for (;;) {
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
    output += chunk.toString()
    const match = ready.exec(output)?.[1]
    if (match !== undefined) return { match, output: () => output, end: () => void child.kill('SIGTERM') }
  }
}
