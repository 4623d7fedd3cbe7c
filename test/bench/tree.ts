// The tree and the context at 100,000 entries, beside the real Pi where it is installed (`pnpm run peers`).
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  participantId,
  projectContext,
  putEntry,
  readEntries,
  SessionTree,
  TreeIndex,
  type Entry,
  type ProjectedContext,
} from '@coppice/shared'
import * as Y from 'yjs'
import { isPiInstalled, loadPi, type Pi } from '../support/pi.ts'
import { contender, inMs, takeTurns, times, type BenchRow } from './measure.ts'

const LARGE = 100_000
const SMALL = 100
const ROUNDS = 5
/** Appends that are timed together. */
const BATCH = 1_000
/** Contexts that are timed together, each after one more append. */
const CONTEXTS = 50
const author = participantId('pi')

/** Rows about appending, projecting and opening. Takes about a minute. */
export async function treeRows(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-bench-'))
  try {
    const file = join(folder, 'linear.jsonl')
    writeFileSync(file, sessionFile(LARGE))
    const pi = isPiInstalled ? await loadPi() : null
    return [appendRow(), contextRow(file, pi), ...openRows(file, pi)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Appends go through SessionTree into a record, as they do in a client: as many to one large tree as to small ones. */
function appendRow(): BenchRow {
  const large = [grownTree(LARGE)]
  const [atLarge = Number.NaN, atSmall = Number.NaN] = takeTurns(ROUNDS * 3, [
    contender(() => large, appendBatch),
    contender(() => Array.from({ length: BATCH / SMALL }, () => grownTree(SMALL)), appendBatch),
  ]).map((ms) => ms / BATCH)
  const ratio = atLarge / atSmall
  return {
    what: `append one entry to ${LARGE.toLocaleString('en')} entries, beside ${SMALL}`,
    ours: inMs(atLarge),
    theirs: `${inMs(atSmall)} (ours, at ${SMALL})`,
    ratio: times(ratio),
    goal: 'the same',
    isMet: ratio < 1.5,
  }
}

function contextRow(file: string, pi: Pi | null): BenchRow {
  const tree = new SessionTree({ author, now: Date.now, index: indexOfFile(file) })
  readAll(projectContext(tree.index, tree.leafId))
  // Some systems count a thread's processor time in ticks of several ms: one context alone would be none or one of them.
  const ours = contender(
    () => Array.from({ length: CONTEXTS }, () => tree.append({ role: 'user', content: 'one more' })),
    (entries) => entries.map(({ id }) => readAll(projectContext(tree.index, id))),
  )
  const manager = pi?.SessionManager.open(file)
  const theirs = contender(
    () => manager?.appendMessage({ role: 'user', content: 'one more', timestamp: 0 }),
    () => manager?.buildSessionContext().messages.length,
  )
  const [together = Number.NaN, pis = Number.NaN] = takeTurns(ROUNDS * 3, [ours, theirs])
  return against('the context after one more append, path of 100,000', [together / CONTEXTS, pis], pi, {
    text: 'at least 20 times faster',
    isMet: (ratio) => ratio <= 1 / 20,
  })
}

function openRows(file: string, pi: Pi | null): BenchRow[] {
  const doc = new Y.Doc()
  doc.transact(() => {
    for (const entry of readFile(file)) putEntry(doc, entry)
  })
  const snapshot = Y.encodeStateAsUpdate(doc)
  doc.destroy()
  const nothing = (): null => null
  const [fromFile = Number.NaN, fromSnapshot = Number.NaN, theirs = Number.NaN] = takeTurns(ROUNDS, [
    contender(nothing, () => firstContext(indexOfFile(file))),
    contender(nothing, () => firstContext(indexOfSnapshot(snapshot))),
    contender(nothing, () => pi?.SessionManager.open(file).buildSessionContext().messages.length),
  ])
  const goal = { text: 'within 2 times', isMet: (ratio: number) => ratio <= 2 }
  return [
    against('open a file of 100,000 entries and give the first context', [fromFile, theirs], pi, goal),
    against('the same from the stored snapshot of the record, beside Pi’s file', [fromSnapshot, theirs], pi, goal),
  ]
}

function against(
  what: string,
  [ours = Number.NaN, theirs = Number.NaN]: readonly number[],
  pi: Pi | null,
  goal: { readonly text: string; readonly isMet: (ratio: number) => boolean },
): BenchRow {
  if (pi === null) return { what, ours: inMs(ours), theirs: 'not installed', ratio: '–', goal: goal.text, isMet: null }
  const ratio = ours / theirs
  const shown = ratio < 1 ? `${times(1 / ratio)} faster` : `${times(ratio)} the time`
  return {
    what,
    ours: inMs(ours),
    theirs: `${inMs(theirs)} (Pi 1.6.0)`,
    ratio: shown,
    goal: goal.text,
    isMet: goal.isMet(ratio),
  }
}

/** What a person or a run reads of a context; estimates of tokens are worked out later, row by row. */
function readAll(context: ProjectedContext): number {
  return context.items.length + context.leftOut.length
}

function firstContext(index: TreeIndex): number {
  return readAll(projectContext(index, index.newestTip()))
}

function grownTree(entries: number): SessionTree {
  const doc = new Y.Doc()
  const tree = new SessionTree({ author, now: Date.now, onAppend: (entry) => putEntry(doc, entry) })
  for (let n = 0; n < entries; n += 1) tree.append({ role: 'user', content: `entry ${n}` })
  return tree
}

function appendBatch(trees: readonly SessionTree[]): void {
  for (const tree of trees)
    for (let n = 0; n < BATCH / trees.length; n += 1) tree.append({ role: 'user', content: 'one more' })
}

function indexOfFile(file: string): TreeIndex {
  const index = new TreeIndex()
  for (const entry of readFile(file)) index.add(entry)
  return index
}

function* readFile(file: string): Generator<Entry> {
  for (const [n, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (n === 0 || line === '') continue
    yield { ...(JSON.parse(line) as Entry), author, source: { format: 'pi', line: n + 1 } }
  }
}

function indexOfSnapshot(snapshot: Uint8Array): TreeIndex {
  const doc = new Y.Doc()
  Y.applyUpdate(doc, snapshot)
  const index = new TreeIndex()
  for (const [, entry] of readEntries(doc)) index.add(entry)
  return index
}

/** One chain in Pi's format, about 1.1 KB an entry. */
function sessionFile(entries: number): string {
  const timestamp = (n: number): string => new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString()
  const lines = [JSON.stringify({ type: 'session', version: 3, id: 'bench', timestamp: timestamp(0), cwd: '/' })]
  const text = 'The quick brown fox jumps over the lazy dog. '.repeat(18)
  for (let n = 0; n < entries; n += 1) {
    const parentId = n === 0 ? null : hex(n - 1)
    const content = [{ type: 'text', text: `${n} ${text}` }]
    const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost: { total: 0 } }
    const reply = { role: 'assistant', content, api: 'x', provider: 'p', model: 'm', usage, stopReason: 'stop' }
    const message = n % 2 === 0 ? { role: 'user', content, timestamp: n } : { ...reply, timestamp: n }
    lines.push(JSON.stringify({ type: 'message', id: hex(n), parentId, timestamp: timestamp(n), message }))
  }
  return `${lines.join('\n')}\n`
}

function hex(n: number): string {
  return n.toString(16).padStart(8, '0')
}
