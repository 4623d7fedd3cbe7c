import { expect, test } from 'vitest'
import type { Person } from '../../access/participant.ts'
import type { Entry } from '../../entry/entry.ts'
import { entryId, participantId, type ParticipantId } from '../../entry/ids.ts'
import { MAX_ENTRY_BYTES, MAX_ENTRY_DEPTH } from '../../entry/limits.ts'
import { originalAuthorOf } from '../../entry/original-author.ts'
import { answerEntry, labelEntry, userEntry } from '../../tree/sample-entries.ts'
import { exportPi } from '../pi/export-pi.ts'
import type { ImportedSession } from '../format.ts'
import { importFile } from '../import-file.ts'
import { headerLine, importLines, IMPORTER, importText, line, treeOf, userLine } from '../testing/sample-file.ts'
import { exportCoppiceJson, type CoppiceJsonMeta } from './export-coppice-json.ts'

const ALICE = participantId('alice')
const PEOPLE = new Map<ParticipantId, Person>([[ALICE, { name: 'Alice Adler', color: 1, kind: 'human' }]])
const META: CoppiceJsonMeta = {
  sessionId: 'ours',
  title: 'Billing',
  createdAt: '2026-01-01T00:00:00.000Z',
  header: null,
  people: PEOPLE,
}

function jsonOf(entries: readonly Entry[], leaf: string | null = null, meta: Partial<CoppiceJsonMeta> = {}): string {
  const leafId = leaf === null ? null : entryId(leaf)
  return [...exportCoppiceJson(treeOf(...entries), leafId, { ...META, ...meta })].join('')
}

function piOf(entries: readonly Entry[], header: string | null): string {
  return exportPi(treeOf(...entries), { sessionId: 'ours', createdAt: META.createdAt ?? '', header, title: 'Billing' })
}

function withoutOurs({ author: _author, source: _source, contributors: _contributors, ...rest }: Entry): object {
  return rest
}

const SHARED: Entry = {
  ...userEntry('b', 'a', 2, 'two'),
  contributors: [ALICE, participantId('bob')],
  later: { kept: [1] },
}
const OWN = [userEntry('a', null, 1, 'one'), SHARED, answerEntry('c', 'b', 3), labelEntry('d', 'b', 4, 'b', 'start')]

test('[FM60] everything of a session is in the document: what it is called, who is in it, where one stood, every entry', () => {
  const document: unknown = JSON.parse(jsonOf(OWN, 'c', { header: '{"type":"session"}', parentSession: '/x' }))
  expect(document).toEqual({
    format: 'coppice',
    version: 1,
    session: {
      id: 'ours',
      title: 'Billing',
      createdAt: '2026-01-01T00:00:00.000Z',
      parentSession: '/x',
      header: '{"type":"session"}',
    },
    people: [{ id: 'alice', name: 'Alice Adler', color: 1, kind: 'human' }],
    leafId: 'c',
    entries: OWN,
  })
  expect(JSON.parse(jsonOf([]))).toMatchObject({ people: [{ id: 'alice' }], leafId: null, entries: [] })
})

test('[FM60] the same session gives the same text, however it arrived', () => {
  expect(jsonOf(OWN.toReversed())).toBe(jsonOf(OWN))
})

test('[FM61] entries come back with their ids, fields and order; title, header and leaf as well', () => {
  const text = jsonOf(OWN, 'c', { header: '{"type":"session","cwd":"/x"}', parentSession: '/x' })
  const session = importText(text)
  expect(session.entries.map(withoutOurs)).toEqual(OWN.map(withoutOurs))
  expect(session.entries.map((entry) => Object.keys(entry).filter((key) => key !== 'source'))).toEqual(
    OWN.map((entry) => Object.keys(entry)),
  )
  expect(session).toMatchObject({
    title: 'Billing',
    header: '{"type":"session","cwd":"/x"}',
    parentSession: '/x',
    leafId: 'c',
    report: { format: 'coppice', version: '1', read: 4, kept: 4, leftOut: [], repaired: [], keptAsIs: [] },
  })
})

test('[FM61] the exact text of an entry that several records made stays with it, as all of its source', () => {
  const source = { format: 'claude-code', line: 2, raw: '{"a":"\\ud83d"}\n{"b":1e400}', fields: { parts: ['x', 'y'] } }
  const [back] = importFile(jsonOf([{ ...userEntry('a', null, 1, 'one'), source }]), { author: ALICE, now: 0 })
  expect(back?.entries[0]?.source).toMatchObject(source)
})

test('[FM61] a Pi export is the same before and after, byte for byte', () => {
  const pi = importLines(
    headerLine(1),
    line({ type: 'message', timestamp: '2026-01-05T09:00:01.000Z', message: { role: 'user', content: 'x' }, n: 7 }),
    '{"type":"message","timestamp":"2026-01-05T09:00:02.000Z","author":"own","message":{"role":"user","content":"\\ud800"},"big":12345678901234567890}',
    line({ type: 'odd', timestamp: '2026-01-05T09:00:03.000Z' }),
  )
  const entries = [...pi.entries, userEntry('mine', pi.entries[0]?.id ?? null, 9e8), ...OWN]
  const before = piOf(entries, pi.header)
  const session = importText(jsonOf(entries, null, { header: pi.header }))
  expect(piOf(session.entries, session.header)).toBe(before)
  expect(before).toContain('"contributors":["alice","bob"]')
})

test('[FM62] the importer is the author; who wrote it there stays as a name, whatever is imported how often', () => {
  const first = importText(jsonOf(OWN))
  expect(first.entries.map(({ author }) => author)).toEqual([IMPORTER, IMPORTER, IMPORTER, IMPORTER])
  const shared = first.entries[1]
  expect(shared?.source).toMatchObject({
    format: 'coppice',
    author: { id: 'alice', name: 'Alice Adler', kind: 'human' },
    contributors: [{ id: 'alice', name: 'Alice Adler', kind: 'human' }, { id: 'bob' }],
  })
  expect(shared?.contributors).toEqual([IMPORTER])
  const ida: Person = { name: 'Ida', color: 0, kind: 'human' }
  const again = importText(jsonOf(first.entries, null, { people: new Map([[IMPORTER, ida]]) }))
  expect(again.entries).toEqual(first.entries)
})

test('[FM61] an entry as deep, or as large, as one may be comes back as it was', () => {
  const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
  const deep: Entry = { ...userEntry('deep', null, 1), data: nested(MAX_ENTRY_DEPTH - 1) }
  const large = userEntry('large', null, 2, 'x'.repeat(MAX_ENTRY_BYTES - 4096))
  const session = importText(jsonOf([deep, large]))
  expect(session.entries.map(withoutOurs)).toEqual([deep, large].map(withoutOurs))
  expect(session.report).toMatchObject({ repaired: [], keptAsIs: [] })
})

test('[FM132] where nobody imports, a document read and written again is the same, byte for byte', () => {
  const pi = importLines(headerLine(), userLine('p', null), userLine('q', 'p'))
  const [first] = importFile(jsonOf(OWN), { author: IMPORTER, now: 0 })
  const people = new Map([
    ...PEOPLE,
    [participantId('bob'), { name: 'Bob', color: 7, kind: 'human' as const }],
    [IMPORTER, { name: 'Ida', color: 3, kind: 'human' as const }],
  ])
  for (const entries of [OWN, [...pi.entries, ...OWN], first?.entries ?? []])
    for (const leaf of [null, entries[0]?.id ?? null]) {
      const title = `A title ${'that is long '.repeat(12)}`.trim()
      const text = jsonOf(entries, leaf, { people, header: pi.header, parentSession: '/x', title })
      const [session] = importFile(text, { author: participantId('nobody'), now: 0, keepsAuthors: true })
      if (session === undefined) throw new Error('expected one session')
      expect(session.report).toMatchObject({ leftOut: [], repaired: [], keptAsIs: [] })
      const { leafId, ...meta } = session
      expect(jsonOf(meta.entries, leafId, { ...meta, people: session.people ?? new Map() })).toBe(text)
    }
})

test('[FM132] where nobody imports, an author that is none is whoever reads, and a source that is none goes', () => {
  const text = jsonOf(OWN)
    .replace('"author":"alice"', '"author":7')
    .replace('"later":', '"source":{"format":"pi","line":2,"raw":"{}\\n{}"},"later":')
  const [session] = importFile(text, { author: IMPORTER, now: 0, keepsAuthors: true })
  expect(session?.entries.map(({ author }) => author)).toEqual([IMPORTER, 'alice', 'alice', 'alice'])
  expect(session?.entries[1]).not.toHaveProperty('source')
})

test('[FM61] a title as long as one may be comes back whole', () => {
  const title = 'A long title. '.repeat(14).trim()
  expect(importText(jsonOf(OWN, null, { title })).title).toBe(title)
  expect(importText(jsonOf(OWN, null, { title: ' ' })).title).toBe('one')
})

test('[FM62] a file of another tool that was converted names nobody as its author', () => {
  const pi = importLines(headerLine(), userLine('a', null))
  const back = importText(jsonOf(pi.entries, null, { people: new Map() }))
  expect(back.entries).toEqual(pi.entries)
  const known = importText(
    jsonOf(pi.entries, null, { people: new Map([[IMPORTER, { name: 'Ida', color: 0, kind: 'human' }]]) }),
  )
  expect(known.entries[0] && originalAuthorOf(known.entries[0])).toEqual({ id: IMPORTER, name: 'Ida', kind: 'human' })
})

test('[FM63] a document that was laid out anew, or cut into pieces anywhere, is read alike', () => {
  const text = jsonOf(OWN, 'c')
  const entries = importText(text).entries.map((entry) => ({ ...entry, source: { ...entry.source, line: 0 } }))
  const { format, version, ...rest } = JSON.parse(text) as Record<string, unknown>
  for (const laidOut of [
    JSON.stringify(JSON.parse(text)),
    JSON.stringify(JSON.parse(text), null, 4),
    JSON.stringify({ format, version, ...Object.fromEntries(Object.entries(rest).toReversed()) }),
  ]) {
    const read = importFile(laidOut.split(''), { author: IMPORTER, now: 0 })
    const [session] = read
    expect(session?.leafId).toBe('c')
    expect(session?.entries.map((entry) => ({ ...entry, source: { ...entry.source, line: 0 } }))).toEqual(entries)
  }
})

test('[FM63] damage costs the entry it is in', () => {
  const lines = jsonOf(OWN).split('\n')
  const at = lines.findIndex((text) => text.includes('"id":"b"'))
  for (const damaged of ['{"id":"b","type":"mess', '{]}', '{"id":"b" "type":1},', '"text",']) {
    const session = importText(lines.with(at, damaged).join('\n'))
    expect(session.entries.map(({ id }) => id)).toEqual(['a', 'c', 'd'])
    expect(session.report.leftOut).toMatchObject([{ line: at + 1 }])
  }
  const text = jsonOf(OWN)
  const cut = importText(text.slice(0, text.indexOf('"id":"d"')))
  expect(cut.entries.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(cut.report.leftOut.at(-1)?.message).toBe('The file was cut off: what stands before that was read.')
})

test('[FM63] cut anywhere, a document gives its whole entries or says why not', () => {
  const text = jsonOf(OWN, 'c')
  for (let end = 1; end < text.length; end += 1) {
    let session: ImportedSession | undefined
    try {
      session = importText(text.slice(0, end))
    } catch (error) {
      expect(error).toMatchObject({ code: expect.stringMatching(/invalid_file|unsupported_format/) })
    }
    const whole = OWN.filter((entry) => text.slice(0, end).includes(JSON.stringify(entry)))
    if (end > text.indexOf('"session"')) expect(session?.entries.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
  }
})

test('[FM63] a later version is refused by name', () => {
  const later = jsonOf(OWN).replace('"version":1', '"version":2')
  expect(() => importText(later)).toThrow(
    'This is a Coppice file of version 2: line 1 says so, and version 1 can be read.',
  )
})

test('[FM63] what no session can store is repaired or kept whole, and said', () => {
  const entries = [
    '{"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:00.000Z","author":"x","message":{"role":"user","content":"\\ud800"},"__proto__":{"a":1},"n":1e999}',
    '{"type":"future","id":"b","parentId":"a","timestamp":"2026-01-01T00:00:01.000Z","author":"x"}',
    '{"type":"message","id":7}',
    '{"type":"custom","customType":"x","id":"c","parentId":"a","timestamp":"","author":"x","source":{"format":"pi","line":2,"raw":"{}\\n{}"}}',
    `{"type":"custom","customType":"x","id":"d","parentId":"gone","timestamp":"","author":"x","data":"${'x'.repeat(1_200_000)}"}`,
    `{"type":"custom","customType":"x","id":"e","parentId":"a","timestamp":"","author":"x","data":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    '{"type":"session_info","id":"a","parentId":null,"timestamp":"","author":"x","name":"other"}',
  ]
  const session = importText(`{"format":"coppice","version":1,"leafId":"gone","entries":[${entries.join(',\n')}]}`)
  expect(session.entries.map(({ id, type }) => `${id} ${type}`)).toEqual([
    'a message',
    'b custom',
    'c custom',
    'd custom',
    'e custom',
  ])
  expect(session.entries[0]).not.toHaveProperty('__proto__.a')
  expect(session.entries[0]).toMatchObject({ n: Number.MAX_VALUE, message: { content: '\ufffd' } })
  expect(session.entries[1]).toMatchObject({ customType: 'coppice.unknown-record', data: { type: 'future' } })
  expect(session.entries[2]?.source).toMatchObject({ format: 'coppice' })
  expect(session.leafId).toBeNull()
  expect(session.report.repaired.map(({ line }) => line)).toEqual([1, 6])
  expect(session.report.keptAsIs.map(({ line }) => line)).toEqual([2, 5])
  expect(session.report.leftOut.map(({ line }) => line)).toEqual([3, 5, 7, undefined])
})
