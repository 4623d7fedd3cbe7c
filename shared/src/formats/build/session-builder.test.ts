import { expect, test } from 'vitest'
import { UNKNOWN_RECORD } from '../../entry/custom.ts'
import { entryWireBytes } from '../../admission/ledger.ts'
import type { Entry } from '../../entry/entry.ts'
import { entryId, participantId, type EntryId, type ParticipantId } from '../../entry/ids.ts'
import { MAX_ENTRY_BYTES } from '../../entry/limits.ts'
import type { JsonObject } from '../json/json.ts'
import { IMPORTER } from '../testing/sample-file.ts'
import { SessionBuilder, type DraftAt } from './session-builder.ts'
import { isoTime } from './times.ts'

const FORMAT = { name: 'sample', title: 'Sample' }
const builder = (seed = 'one'): SessionBuilder => new SessionBuilder(FORMAT, { author: IMPORTER, now: 0 }, seed)
const said = (content: unknown): JsonObject => ({ type: 'message', message: { role: 'user', content } }) as JsonObject
const draft = (id: string, more: Partial<DraftAt> = {}): DraftAt => ({
  id: entryId(id),
  parentId: null,
  timestamp: '2026-01-01T00:00:00.000Z',
  line: 1,
  payload: said(id),
  record: { id },
  ...more,
})
const end = { version: '1' }

test('[FM22] ids are kept where they can be, else they depend on the conversation and the id alone', () => {
  const one = builder()
  expect(one.idOf('__proto__')).toBe('__proto__')
  expect(one.idOf(undefined)).toBeUndefined()
  expect(one.idOf('')).toBeUndefined()
  const long = 'x'.repeat(300)
  expect(one.idOf(long)).toMatch(/^i-[0-9a-f]{24}$/)
  expect(one.idOf(long)).toBe(builder().idOf(long))
  expect(one.idOf(7)).not.toBe(builder('two').idOf(7))
  expect(one.idOf('\ud800')).toMatch(/^i-/)
})

test('[FM22] what is told twice is kept once, whatever its time; other content is a sibling under an id of its own', () => {
  const one = builder()
  const first = one.add(draft('a'))
  expect(one.add(draft('a', { line: 2, timestamp: '2026-01-02T00:00:00.000Z' }))).toBe(first)
  const copy = one.add(draft('a', { line: 3, payload: said('other') }))
  expect(one.add(draft('a', { line: 4, payload: said('other') }))).toBe(copy)
  expect(copy).toMatchObject({ id: expect.stringMatching(/^a~[0-9a-f]{8}$/), source: { conflictOf: 'a' } })
  const { entries, report } = one.finish(end)
  expect(entries).toEqual([first, copy])
  expect([report.leftOut, report.repaired].map((notes) => notes.map((note) => note.line))).toEqual([[2, 4], [3]])
})

test('[UI111] the id of a copy does not depend on who imports', () => {
  const copyId = (author: ParticipantId): EntryId => {
    const one = new SessionBuilder(FORMAT, { author, now: 0 }, 'one')
    one.add(draft('a'))
    return one.add(draft('a', { line: 2, payload: said('other') })).id
  }
  expect(copyId(participantId('someone-else'))).toBe(copyId(IMPORTER))
})

test('[FM20] an entry without a time has that of the one before it', () => {
  const one = builder()
  expect(one.add(draft('a', { timestamp: undefined })).timestamp).toBe('1970-01-01T00:00:00.000Z')
  one.add(draft('b', { timestamp: '2026-05-01T00:00:00.000Z' }))
  expect(one.add(draft('c', { timestamp: undefined })).timestamp).toBe('2026-05-01T00:00:00.000Z')
  expect(isoTime(1_700_000_000.5, 's')).toBe('2023-11-14T22:13:20.500Z')
  expect(isoTime('2023-11-14T22:13:20+01:00')).toBe('2023-11-14T21:13:20.000Z')
  for (const odd of [1e300, Number.NaN, '', 'yesterday', null, {}]) expect(isoTime(odd)).toBeUndefined()
})

test('[FM20] what the entry does not show stays beside it, and the text where a value could not hold it', () => {
  const text = '{"id":"a","n":1e400,"s":"\\ud800"}'
  const value = { n: Number.POSITIVE_INFINITY, s: '\ud800', ['__proto__']: 1 }
  const one = builder()
  const entry = one.add(draft('a', { beside: value, recordId: 'orig', text, payload: said('\udfff!') }))
  expect(entry).toMatchObject({
    message: { content: '\ufffd!' },
    source: { format: 'sample', recordId: 'orig', raw: text, fields: { n: Number.MAX_VALUE, s: '\ufffd' } },
  })
  expect(JSON.stringify(entry).isWellFormed()).toBe(true)
  expect(one.finish(end).report.keptAsIs).toEqual([{ line: 1, message: expect.stringContaining('exactly as text') }])
})

test('[FM20] a record that fits no type is kept whole, and nothing nests deeper than an entry may', () => {
  const one = builder()
  expect(one.add(draft('a', { payload: { type: 'message', message: { role: 'user', content: 7 } } }))).toMatchObject({
    type: 'custom',
    customType: UNKNOWN_RECORD,
    data: { id: 'a' },
  })
  let deep: JsonObject = {}
  for (let level = 0; level < 10_000; level += 1) deep = { deep }
  const entry = one.add(draft('b', { beside: { deep } }))
  expect(JSON.stringify(entry)).toContain('nested too deep')
})

test('[FM20] what is too large is cut: first what stands beside, then the body, and the report says so', () => {
  const one = builder()
  const big = 'x'.repeat(900_000)
  const beside = one.add(draft('a', { payload: said(big), beside: { copy: big } }))
  expect(beside).toMatchObject({ message: { content: big } })
  const body = one.add(draft('b', { line: 2, payload: said('y'.repeat(2_000_000)) }))
  expect(JSON.stringify(body)).toContain('[Cut here: ')
  const image = { type: 'image', data: 'z'.repeat(1_500_000), mimeType: 'image/png' }
  expect(one.add(draft('c', { line: 3, payload: said([image]) }))).toMatchObject({
    message: { content: [{ type: 'text', text: expect.stringContaining('[Image left out: ') }] },
  })
  const many = one.add(
    draft('d', { line: 4, beside: Object.fromEntries(Array.from({ length: 70_000 }, (_, at) => [`k${at}`, at])) }),
  )
  for (const entry of [beside, body, many]) expect(entryWireBytes(entry)).toBeLessThan(MAX_ENTRY_BYTES)
  expect(one.finish(end).report.leftOut).toEqual([
    { line: 1, message: expect.stringMatching(/were cut\. \(4 records/) },
  ])
})

test('[FM22] one stands where the file says, else on the newest message that nothing goes on from', () => {
  const build = (...more: DraftAt[]): SessionBuilder => {
    const one = builder()
    one.add(draft('a'))
    one.add(draft('b', { line: 2, parentId: entryId('a'), timestamp: '2026-01-03T00:00:00.000Z' }))
    one.add(draft('c', { line: 3, parentId: entryId('a'), timestamp: '2026-01-02T00:00:00.000Z' }))
    for (const entry of more) one.add(entry)
    return one
  }
  expect(build().finish(end).leafId).toBe('b')
  expect(build().finish({ ...end, leafId: entryId('a') }).leafId).toBe('a')
  expect(build().finish({ ...end, leafId: entryId('gone') }).leafId).toBe('b')
  const late = draft('d', { line: 4, parentId: entryId('b'), timestamp: '2026-01-01T00:00:00.000Z' })
  expect(build(late).finish({ ...end, mayStand: (entry: Entry) => entry.id !== 'c' }).leafId).toBe('d')
  const noTalk: Partial<DraftAt> = { payload: { type: 'custom', customType: UNKNOWN_RECORD }, timestamp: '2026-09-01' }
  expect(build(draft('x', noTalk)).finish(end).leafId).toBe('b')
  expect(build().finish({ ...end, mayStand: (entry: Entry) => entry.id !== 'b' }).leafId).toBe('c')
  expect(builder().finish(end)).toMatchObject({ leafId: null, createdAt: null, title: 'Imported session' })
})
