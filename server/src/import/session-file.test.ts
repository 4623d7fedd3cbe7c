import { participantId, preparedEntry, SessionError } from '@coppice/shared'
import { expect, test } from 'vitest'
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
