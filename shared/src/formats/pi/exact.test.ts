import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { admitEntries } from '../../admission/admit-entries.ts'
import { AdmissionLedger } from '../../admission/ledger.ts'
import type { Entry } from '../../entry/entry.ts'
import { putEntry, readEntries } from '../../tree/record.ts'
import type { ImportedSession } from '../format.ts'
import {
  entryOfLine,
  exportLines,
  headerLine,
  IMPORTER,
  importLines,
  timeAt,
  userLine,
} from '../testing/sample-file.ts'

/** The session after its entries went through a Y.Doc and its encoding, as they do on their way to others. */
function throughYDoc(session: ImportedSession): ImportedSession {
  const doc = new Y.Doc()
  for (const entry of session.entries) putEntry(doc, entry)
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
  const stored = new Map<string, Entry>(readEntries(copy))
  return { ...session, entries: session.entries.flatMap(({ id }) => stored.get(id) ?? []) }
}

/** The strictest reader of entries: what it takes can be stored and sent. */
function expectAdmitted(session: ImportedSession): void {
  const ledger = AdmissionLedger.fromDoc(new Y.Doc(), [])
  const context = { who: { participant: IMPORTER, role: 'own' as const }, nowMs: 0, isOpenDraft: () => false }
  const answer = admitEntries(ledger, session.entries, { ...context, mode: 'import', clientId: 1 })
  expect(answer).toMatchObject({ outcome: 'admitted' })
}

const custom = (id: string, data: string): string =>
  `{"type":"custom","id":"${id}","parentId":null,"timestamp":"${timeAt(1)}","customType":"x","data":${data}}`

test('[FM7] what a Y.Doc cannot hold comes back byte for byte, and the entry shows what it can', () => {
  const lines = [
    headerLine(),
    custom('c1', '{"text":"cut \\ud83d emoji"}'),
    custom('c2', '{"__proto__":{"polluted":true},"toString":1}'),
    custom('c3', '{"big":12345678901234567890,"exp":1e400,"neg0":-0,"dup":1,"dup":2,"spaced" : [ 1 ]}'),
    custom('c4', '{"b":1,"2":2,"1":3}'),
  ]
  const session = importLines(...lines)
  const stored = throughYDoc(session)
  expect(stored.entries).toEqual(session.entries)
  expect(exportLines(stored)).toEqual(lines)
  expect(entryOfLine(stored, 2)).toMatchObject({ data: { text: 'cut \ufffd emoji' } })
  expect(entryOfLine(stored, 4)).toMatchObject({ data: { exp: Number.MAX_VALUE, neg0: 0, dup: 2 } })
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
  expect(session.report.keptAsIs.map((note) => note.line)).toEqual([2, 3, 4, 5])
})

test('[FM7] lone surrogates in the text itself come back as escapes', () => {
  const session = importLines(headerLine(), custom('c1', '"\ud83d"'))
  expect(exportLines(throughYDoc(session))[1]).toBe(custom('c1', '"\\ud83d"'))
})

test('[FM7] nesting beyond what an entry may have is kept as text', () => {
  const deep = `${'{"a":['.repeat(5000)}1${']}'.repeat(5000)}`
  const lines = [headerLine(), custom('c1', deep), userLine('u2', 'c1')]
  const session = throughYDoc(importLines(...lines))
  expectAdmitted(session)
  expect(exportLines(session)).toEqual(lines)
})

test('[FM7] a record kept as text gets its links when the file grew, and repeats of it are seen', () => {
  const loose = '{"type":"message","timestamp":"t","message":{"role":"user","content":"\\ud83d"}}'
  const session = importLines(
    headerLine(),
    loose,
    userLine('u1', null, '\ud83d'),
    userLine('u1', null, '\ud83d'),
    userLine('u1', null, 'x\ud83d'),
  )
  expect(session.entries).toHaveLength(3)
  const [, first, second, third] = exportLines(session, { branchOnly: true, leafId: session.entries[0]?.id ?? null })
  expect(JSON.parse(first ?? '')).toMatchObject({ id: session.entries[0]?.id, parentId: null })
  expect([second, third]).toEqual([undefined, undefined])
  expect(exportLines(session)[3]).toContain(`"id":"${session.entries[2]?.id}"`)
})

test('[FM8] a record larger than an entry is kept with its longest parts cut, and the report says so', () => {
  const image = { type: 'image', data: 'A'.repeat(1_200_000), mimeType: 'image/png' }
  const content = [{ type: 'text', text: 'short' }, { type: 'text', text: 'ä'.repeat(700_000) }, image]
  const large = userLine('u1', null, '', { message: { role: 'user', content } })
  const numbers = custom('c1', JSON.stringify(Array.from({ length: 150_000 }, (_, at) => at + 0.1)))
  const lossy = custom('c2', `{"text":"${'x'.repeat(300_000)}\\ud83d","more":"${'y'.repeat(300_000)}"}`)
  const names = Array.from({ length: 100_000 }, (_, at) => `"a rather long name ${at}":${at}`)
  const wide = `{"type":"message","id":"m1",${names.join(',')}}`
  const session = importLines(headerLine(), large, numbers, lossy, wide, userLine('u2', 'm1'))
  expectAdmitted(session)
  expect(entryOfLine(session, 2)).toMatchObject({
    id: 'u1',
    message: { content: [{ text: 'short' }, { type: 'text' }, { text: expect.stringContaining('Image left out') }] },
  })
  expect(JSON.stringify(entryOfLine(session, 2))).toContain('of 700000 characters fit')
  expect(entryOfLine(session, 3)).toMatchObject({ id: 'c1', parentId: null, customType: 'x' })
  expect(entryOfLine(session, 5)).toMatchObject({ id: 'm1', data: { type: 'message', id: 'm1' } })
  expect(entryOfLine(session, 6)).toMatchObject({ parentId: 'm1' })
  expect(exportLines(session)[3] === lossy).toBe(true)
  expect(session.report.leftOut.map((note) => note.message)).toEqual([
    expect.stringContaining('what was cut is lost. (3 records'),
  ])
  expect(session.report.repaired.map((note) => note.message)).toEqual([
    expect.stringContaining('export gives them back.'),
    expect.stringContaining('names no parent'),
  ])
})

test('[FM8] a record of more values than an entry may have comes back whole where its text is small enough', () => {
  const many = custom('c1', `[${'1,'.repeat(200_000)}1]`)
  const session = importLines(headerLine(), many)
  expectAdmitted(session)
  expect(exportLines(session)[1] === many).toBe(true)
})

test('[FM5] property: whatever JSON a record holds, it comes back through a Y.Doc as the same JSON', () => {
  const anyString = fc.string({
    unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    maxLength: 8,
  })
  const json = fc.jsonValue({ maxDepth: 4 })
  const value = fc.oneof(json, anyString, fc.dictionary(anyString, json, { maxKeys: 4 }))
  const records = fc.array(
    fc.record(
      {
        type: fc.constantFrom('custom', 'label', 'note', 'message'),
        id: fc.oneof(fc.constantFrom('a', 'b', 'c'), anyString, fc.integer()),
        parentId: fc.oneof(fc.constantFrom(null, 'a', 'b', 'c'), anyString),
        timestamp: fc.oneof(fc.constant(timeAt(1)), json),
        customType: anyString,
        targetId: fc.constantFrom('a', 'b', null),
        message: value,
        author: value,
        data: value,
        source: value,
        contributors: value,
      },
      { requiredKeys: ['type'] },
    ),
    { maxLength: 8 },
  )
  const seen = { raw: 0, fields: 0, records: 0 }
  fc.assert(
    fc.property(records, (list) => {
      const lines = list.map((record) => JSON.stringify(record))
      const session = throughYDoc(importLines(headerLine(), ...lines))
      expectAdmitted(session)
      for (const { source } of session.entries) {
        seen.records += 1
        if (source?.raw !== undefined) seen.raw += 1
        if (source?.fields !== undefined) seen.fields += 1
      }
      const copies = new Set(
        session.entries.filter(({ source }) => source?.['conflictOf'] !== undefined).map(({ source }) => source?.line),
      )
      const repeats = new Set(session.report.leftOut.map((note) => note.line))
      const expected = lines.flatMap((text, at) => (repeats.has(at + 2) || copies.has(at + 2) ? [] : [text]))
      const found = exportLines(session).slice(1)
      expect(found.filter((_, at) => session.entries[at]?.source?.['conflictOf'] === undefined)).toEqual(expected)
    }),
    { seed: 20261130, numRuns: 250 },
  )
  expect(Math.min(seen.raw, seen.fields, seen.records)).toBeGreaterThan(100)
})
