import { setImmediate } from 'node:timers/promises'
import { participantId, preparedEntry, SessionError } from '@coppice/shared'
import { expect, test } from 'vitest'
import type { EntrySlice } from '../room/entry-slice.ts'
import type { SessionHead } from './read-sessions.ts'
import { openSessionFile } from './session-file.ts'

const options = { format: 'auto', author: participantId('alice'), now: 0 }
const { signal } = new AbortController()

function piFile(entries: number, textLength = 200): Uint8Array<ArrayBuffer> {
  const lines = [{ type: 'session', version: 3, id: 's', timestamp: '2026-12-01T00:00:00.000Z', cwd: '/' }] as object[]
  for (let n = 0; n < entries; n++) {
    const message = { role: 'user', content: `Grüße ${n} 🌱 ${'wort '.repeat(textLength / 5)}`, timestamp: n }
    const parentId = n === 0 ? null : `e${n - 1}`
    lines.push({ type: 'message', id: `e${n}`, parentId, timestamp: '2026-12-01T00:00:01.000Z', message })
  }
  return new TextEncoder().encode(lines.map((line) => JSON.stringify(line)).join('\n'))
}

async function* inPieces(bytes: Uint8Array<ArrayBuffer>, size: number, onEnd = (): void => undefined) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.slice(start, start + size)
  onEnd()
}

async function contentsOf(chunks: AsyncIterable<Uint8Array<ArrayBuffer>>, expectedBytes: number): Promise<unknown[]> {
  const file = await openSessionFile({ chunks, expectedBytes }, options, signal)
  try {
    const contents: unknown[] = []
    for await (const { head, slices } of file.sessions(new Set([0]))) {
      contents.push({ ...head, entryBytes: head.entryBytes })
      for await (const { prepared } of slices)
        for (const i of prepared.ids.keys()) contents.push(preparedEntry(prepared, i))
    }
    return contents
  } finally {
    await file.close()
  }
}

test('[HT35] a large file is the same however it arrives: announced or not, and cut inside of characters', async () => {
  const bytes = piFile(1_500)
  const whole = await contentsOf(inPieces(bytes, bytes.length), bytes.length)
  expect(whole).toHaveLength(1_501)
  for (const [size, expected] of [
    [777, bytes.length],
    [4_099, 0],
    [65_536, 10],
  ] as const)
    expect(await contentsOf(inPieces(bytes, size), expected)).toEqual(whole)
})

test('[HT35] a small file is read here, and announced as a large one in the worker: it is the same', async () => {
  const bytes = piFile(20)
  const here = await contentsOf(inPieces(bytes, 100), bytes.length)
  expect(here).toHaveLength(21)
  expect(await contentsOf(inPieces(bytes, 100), 1_000_000)).toEqual(here)
})

test('[HT35] a large file that is no session is refused when all of it has come', async () => {
  let isWhole = false
  const bytes = new TextEncoder().encode('no session\n'.repeat(50_000))
  const opened = openSessionFile(
    { chunks: inPieces(bytes, 10_000, () => (isWhole = true)), expectedBytes: bytes.length },
    options,
    signal,
  )
  await expect(opened).rejects.toMatchObject({ code: 'unsupported_format' })
  expect(isWhole).toBe(true)
})

test('[HT35] an upload that fails in the middle ends the reading with its own error', async () => {
  async function* failing(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    yield* inPieces(piFile(1_000), 50_000)
    throw new SessionError('too_large', 'Too much.')
  }
  const opened = openSessionFile({ chunks: failing(), expectedBytes: 1_000_000 }, options, signal)
  await expect(opened).rejects.toMatchObject({ code: 'too_large' })
})

test('[HT36] the slices of a file are small: many short entries, or a few large ones', async () => {
  const sizes = async (bytes: Uint8Array<ArrayBuffer>): Promise<number[]> => {
    const file = await openSessionFile(
      { chunks: inPieces(bytes, 65_536), expectedBytes: bytes.length },
      options,
      signal,
    )
    const lengths: number[] = []
    for await (const { slices } of file.sessions(new Set([0])))
      for await (const { prepared } of slices) lengths.push(prepared.ids.length)
    await file.close()
    return lengths
  }
  expect(await sizes(piFile(12_500))).toEqual([...Array.from({ length: 12 }, () => 1_000), 500])
  expect(await sizes(piFile(7, 700_000))).toEqual([2, 2, 2, 1])
})

/** The entries that came early, those that came after the head, and the head. */
async function readEarly(bytes: Uint8Array<ArrayBuffer>, isSlow = false) {
  const early: unknown[] = []
  const rest: unknown[] = []
  const entriesOf = ({ prepared }: EntrySlice): unknown[] =>
    [...prepared.ids.keys()].map((i) => preparedEntry(prepared, i))
  const file = await openSessionFile(
    { chunks: inPieces(bytes, 65_536), expectedBytes: bytes.length },
    options,
    signal,
    async (slice) => {
      if (isSlow) for (let i = 0; i < 20; i++) await setImmediate()
      early.push(...entriesOf(slice))
    },
  )
  const heads: SessionHead[] = []
  for await (const { head, slices } of file.sessions(new Set(file.heads.keys()))) {
    heads.push(head)
    for await (const slice of slices) rest.push(...entriesOf(slice))
  }
  await file.close()
  return { early, rest, heads }
}

test('[HT41] entries of a large Pi file are handed on while the rest of it is read, and it comes to the same', async () => {
  const bytes = piFile(12_500)
  const [head, ...entries] = await contentsOf(inPieces(bytes, bytes.length), bytes.length)
  for (const isSlow of [false, true]) {
    const read = await readEarly(bytes, isSlow)
    expect(read.early.length).toBeGreaterThan(10_000)
    expect([...read.early, ...read.rest]).toEqual(entries)
    expect(read.heads).toEqual([head])
  }
})

test('[HT41] what may be left out in the end is not handed on, and what comes after it keeps its place', async () => {
  const mark = {
    type: 'custom',
    id: 'm',
    parentId: 'e1999',
    customType: 'coppice.leaf',
    timestamp: '2026-12-01T00:00:01.000Z',
  }
  const lines = new TextDecoder().decode(piFile(5_000)).split('\n')
  const marked = new TextEncoder().encode(lines.toSpliced(2_001, 0, JSON.stringify(mark)).join('\n'))
  const [head, ...entries] = await contentsOf(inPieces(marked, marked.length), marked.length)
  const read = await readEarly(marked)
  expect([...read.early, ...read.rest]).toEqual(entries)
  expect(entries).toHaveLength(5_000)
  expect(read.heads).toEqual([head])
})

test('[HT41] of a file of several sessions nothing is handed on before one knows them', async () => {
  const conversation = (n: number): object => ({
    id: `c${n}`,
    title: `Conversation ${n}`,
    create_time: n,
    current_node: 'm',
    mapping: {
      m: {
        id: 'm',
        parent: null,
        children: [],
        message: {
          id: 'm',
          author: { role: 'user' },
          content: { content_type: 'text', parts: ['words '.repeat(2_000)] },
        },
      },
    },
  })
  const bytes = new TextEncoder().encode(JSON.stringify(Array.from({ length: 40 }, (_, n) => conversation(n))))
  const read = await readEarly(bytes)
  expect(read.heads).toHaveLength(40)
  expect(read.early).toEqual([])
  expect(read.rest).toHaveLength(40)
})

test('[HT41] when what was handed on cannot be taken, the file is given up', async () => {
  const bytes = piFile(12_500)
  const opened = openSessionFile(
    { chunks: inPieces(bytes, 65_536), expectedBytes: bytes.length },
    options,
    signal,
    () => Promise.reject(new SessionError('storage', 'The disk is full.')),
  )
  await expect(opened).rejects.toMatchObject({ code: 'storage' })
})

test('[HT43] who sends a large file waits while it is read, and no longer than that', async () => {
  let sent = 0
  let ahead = 0
  let taken = 0
  async function* counted(bytes: Uint8Array<ArrayBuffer>) {
    for await (const piece of inPieces(bytes, 65_536)) {
      sent += piece.length
      ahead = Math.max(ahead, sent - taken)
      yield piece
    }
  }
  const bytes = piFile(40_000, 1_000)
  const file = await openSessionFile(
    { chunks: counted(bytes), expectedBytes: bytes.length },
    options,
    signal,
    async (slice) => {
      taken += slice.prepared.structs.length
    },
  )
  await file.close()
  expect(sent).toBe(bytes.length)
  expect(bytes.length).toBeGreaterThan(40 * 1024 * 1024)
  // What waits for the worker, what it has read and not said, and slices that wait to be taken.
  expect(ahead).toBeLessThan(28 * 1024 * 1024)
})

test('[HT43] a file is taken to its end also where nobody reads it so far', async () => {
  let isWhole = false
  const bytes = new TextEncoder().encode('no session\n'.repeat(4_000_000))
  const opened = openSessionFile(
    { chunks: inPieces(bytes, 65_536, () => (isWhole = true)), expectedBytes: bytes.length },
    options,
    signal,
  )
  await expect(opened).rejects.toBeInstanceOf(SessionError)
  expect(isWhole).toBe(true)
})
