import { entrySchema } from '@coppice/shared'
import { expect, test } from 'vitest'
import { ENTRY_BYTES, stampedEntry, stampedToken, stampOfEntry, TOKEN_LENGTH } from './clients/entries.ts'
import { MAX_WRITERS, nowUs, readStamps, readStampsInBytes, stamp } from './stamp.ts'

function stampsIn(read: (onStamp: (writer: number, atUs: number) => void) => void): [number, number][] {
  const found: [number, number][] = []
  read((writer, atUs) => found.push([writer, atUs]))
  return found
}

const WRITTEN: [number, number][] = [
  [0, 1],
  [7, 123_456_789],
  [MAX_WRITERS - 1, 36 ** 9 - 1],
]
const TEXT = `before ${WRITTEN.map(([writer, atUs]) => stamp(writer, atUs)).join('##@')} after`

test('[BN1] every stamp of a text is found, in order, with its writer and its moment', () => {
  expect(stampsIn((onStamp) => readStamps(TEXT, onStamp))).toEqual(WRITTEN)
})

test('[BN1] the same stamps are found in bytes, between others and at the edges', () => {
  const noise = Buffer.from([0, 0x23, 0x40, 0xff, 0x23, 0x23])
  const bytes = Buffer.concat([Buffer.from(stamp(3, 5)), noise, Buffer.from(TEXT), noise, Buffer.from(stamp(4, 6))])
  expect(stampsIn((onStamp) => readStampsInBytes(bytes, onStamp))).toEqual([[3, 5], ...WRITTEN, [4, 6]])
})

test('[BN1] what is cut off or only looks like a stamp is none', () => {
  const cut = stamp(1, nowUs()).slice(0, -1)
  for (const text of [cut, `#@${'-'.repeat(11)}`, '#@', ''])
    expect(stampsIn((onStamp) => readStamps(text, onStamp))).toEqual([])
})

test('[BN2] what is written is a valid entry of ours of 600 bytes, and a token of 20 bytes, both stamped', () => {
  const before = nowUs()
  const entry = stampedEntry('someone', 12)
  expect(entrySchema.safeParse(entry).success).toBe(true)
  expect(JSON.stringify(entry)).toHaveLength(ENTRY_BYTES)
  expect(JSON.stringify(stampedEntry('one', 1, { parentId: entry.id }))).toHaveLength(ENTRY_BYTES)
  const token = stampedToken(3)
  expect(Buffer.byteLength(token)).toBe(TOKEN_LENGTH)
  const found = [
    ...stampsIn((onStamp) => stampOfEntry(entry, onStamp)),
    ...stampsIn((onStamp) => readStamps(token, onStamp)),
  ]
  expect(found.map(([writer]) => writer)).toEqual([12, 3])
  for (const [, atUs] of found) expect(atUs).toBeGreaterThanOrEqual(before)
})
