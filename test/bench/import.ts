// A session file of 100,000 entries beside the real Pi opening the same file, where that is installed (`pnpm run peers`):
// read and in a tree, in this process; then in a session and saved, over HTTP, on a server of its own.
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { participantId, TreeIndex } from '@coppice/shared'
import { importFile } from '@coppice/shared/formats'
import { isPiInstalled, loadPi, type Pi } from '../support/pi.ts'
import { contender, inMs, takeTurns, times, type BenchRow } from './measure.ts'
import { CONTENDERS, OUR_TOKEN } from './sync/contenders.ts'
import { ServerProcess } from './sync/server-process.ts'

const ENTRIES = 100_000
const ROUNDS = 5
const options = { author: participantId('bench'), now: 0 }

/** Takes about a minute. */
export async function importRows(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-bench-'))
  try {
    const file = join(folder, 'session.jsonl')
    writeFileSync(file, sessionFile(ENTRIES))
    const pi = isPiInstalled ? await loadPi() : null
    return [parseRow(file, pi), await savedRow(file, pi)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function parseRow(file: string, pi: Pi | null): BenchRow {
  const nothing = (): null => null
  const [ours = Number.NaN, theirs = Number.NaN] = takeTurns(ROUNDS, [
    contender(nothing, () => indexOf(file)),
    contender(nothing, () => openInPi(file, pi)),
  ])
  return row('a file of 100,000 entries read and in a tree, median of the processor time', { ours, theirs }, pi, 2)
}

/** The fastest of the rounds: what other work on the machine adds is not of interest, and here it cannot be left out. */
async function savedRow(file: string, pi: Pi | null): Promise<BenchRow> {
  const best = { ours: Number.POSITIVE_INFINITY, theirs: Number.POSITIVE_INFINITY }
  const body = readFileSync(file)
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now()
    openInPi(file, pi)
    best.theirs = Math.min(best.theirs, performance.now() - started)
    best.ours = Math.min(best.ours, await importOnce(body))
  }
  return row('the same file in a session and saved, over HTTP, fastest on the clock', best, pi, 5)
}

/** On a server that has nothing else. In ms, from the request to its answer. */
async function importOnce(body: Uint8Array): Promise<number> {
  const ours = CONTENDERS.find(({ id }) => id === 'ours')
  if (ours === undefined) throw new Error('our own server is no contender')
  const server = new ServerProcess(ours.name, ours.server)
  try {
    await server.start()
    const started = performance.now()
    const { status, answer } = await upload(server.port, body)
    const took = performance.now() - started
    if (status !== 201) throw new Error(`the import was answered with ${status}: ${answer}`)
    return took
  } finally {
    server.abandon()
  }
}

/** Not with `fetch`, which copies so large a body for half a second before it sends the first byte. */
async function upload(port: number, body: Uint8Array): Promise<{ readonly status: number; readonly answer: string }> {
  const sent = request({
    host: '127.0.0.1',
    port,
    path: '/api/import',
    method: 'POST',
    headers: { authorization: `Bearer ${OUR_TOKEN}`, 'content-length': body.length },
  })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, answer: await text(response) }
}

function row(
  what: string,
  { ours, theirs }: { readonly ours: number; readonly theirs: number },
  pi: Pi | null,
  most: number,
): BenchRow {
  const goal = `within ${most} times of Pi opening it`
  if (pi === null) return { what, ours: inMs(ours), theirs: 'Pi is not installed', ratio: '–', goal, isMet: null }
  const ratio = ours / theirs
  return {
    what,
    ours: inMs(ours),
    theirs: `${inMs(theirs)} (Pi 1.6.0)`,
    ratio: `${times(ratio)} the time`,
    goal,
    isMet: ratio <= most,
  }
}

function openInPi(file: string, pi: Pi | null): number {
  return pi?.SessionManager.open(file).buildSessionContext().messages.length ?? 0
}

function indexOf(file: string): number {
  const index = new TreeIndex()
  for (const { entries } of importFile(readFileSync(file, 'utf8'), options))
    for (const entry of entries) index.add(entry)
  return index.size
}

/** One chain of prompts and answers as Pi writes them, about 570 bytes an entry. */
function sessionFile(entries: number): string {
  const timestamp = (n: number): string => new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString()
  const id = (n: number): string => n.toString(16).padStart(8, '0')
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 }
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost }
  const model = { api: 'x', provider: 'p', model: 'm', usage, stopReason: 'stop' }
  const prompt = { role: 'user', content: 'hello world '.repeat(30) }
  const answer = { role: 'assistant', content: [{ type: 'text', text: 'answer '.repeat(40) }], ...model }
  const lines = [JSON.stringify({ type: 'session', version: 3, id: 'bench', timestamp: timestamp(0), cwd: '/' })]
  for (let n = 0; n < entries; n += 1) {
    const parentId = n === 0 ? null : id(n - 1)
    const message = { ...(n % 2 === 0 ? prompt : answer), timestamp: n }
    lines.push(JSON.stringify({ type: 'message', id: id(n), parentId, timestamp: timestamp(n), message }))
  }
  return `${lines.join('\n')}\n`
}
