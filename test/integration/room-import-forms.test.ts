// Entries of a file that a room has in another form: what hangs below them, what names them, and what is no other form.
import { addEntries, type AddReport } from '@coppice/server/import/add-entries'
import { sliceOf, type EntrySlice } from '@coppice/server/room/entry-slice'
import type { Room } from '@coppice/server/room/room'
import { entryId, entrySchema, entryWireBytes, MAX_ENTRY_BYTES, projectContext, type Entry } from '@coppice/shared'
import { expect, test } from 'vitest'
import { memoryRoom, person } from '../support/memory-room.ts'

const alice = person('Alice').id
const who = { participant: alice, role: 'own' } as const

type Fields = Readonly<Record<string, unknown>>

function entry(line: number, id: string, parentId: string | null, fields: Fields): Entry {
  const timestamp = new Date(Date.UTC(2026, 8, 1, 0, 0, line % 60)).toISOString()
  return entrySchema.parse({ id, parentId, timestamp, author: alice, source: { format: 'sample', line }, ...fields })
}

function said(line: number, id: string, parentId: string | null, content: string, more: Fields = {}): Entry {
  return entry(line, id, parentId, { type: 'message', message: { role: 'user', content, ...more } })
}

async function importAll(
  room: Room,
  entries: readonly Entry[],
  leafId: string | null = null,
  per = 1,
): Promise<AddReport> {
  const slices: EntrySlice[] = []
  for (let start = 0; start < entries.length; start += per)
    slices.push(sliceOf(entries.slice(start, start + per), alice))
  const report = { format: 'sample', formatTitle: 'Sample', version: '1', read: entries.length, kept: entries.length }
  const head = {
    title: 'File',
    createdAt: null,
    header: null,
    leafId: leafId === null ? null : entryId(leafId),
    branches: 1,
    entryBytes: 0,
    entryCount: entries.length,
    report: { ...report, repaired: [], keptAsIs: [], leftOut: [] },
  }
  return addEntries(room, { head, slices }, who)
}

const wordsAt = (room: Room, leafId: string): unknown[] =>
  projectContext(room.index, entryId(leafId)).items.map(({ message }) => Reflect.get(message, 'content'))
const formsOf = (room: Room, id: string): Entry[] =>
  [...room.index.entries()].filter((one) => one.id.startsWith(`${id}~`))

test('[FM123] whatever new entries name, they name the form that has grown, also in later slices', async () => {
  for (const per of [1, 3, 100]) {
    const { room } = await memoryRoom()
    await importAll(room, [said(1, 'u', null, 'Hello'), said(2, 'a', 'u', 'Half')])
    const file = [
      said(1, 'u', null, 'Hello'),
      said(2, 'a', 'u', 'Half and half'),
      entry(3, 'label', 'a', { type: 'label', targetId: 'a', label: 'here' }),
      entry(4, 'edit', 'a', { type: 'context_edit', targetId: 'a', replacement: null }),
      entry(5, 'cut', 'edit', { type: 'compaction', summary: 'S', firstKeptEntryId: 'a', tokensBefore: 1 }),
      entry(6, 'sum', 'u', { type: 'branch_summary', fromId: 'a', summary: 'B' }),
      entry(7, 'leaf', 'sum', { type: 'leaf', targetId: 'a' }),
    ]
    const report = await importAll(room, file, 'a', per)
    const [form] = formsOf(room, 'a')
    const grown = form?.id
    expect(form).toMatchObject({ parentId: 'u', source: { line: 2, conflictOf: 'a' } })
    expect(room.index.get(entryId('label'))).toMatchObject({ parentId: grown, targetId: grown })
    expect(room.index.get(entryId('edit'))).toMatchObject({ parentId: grown, targetId: grown })
    expect(room.index.get(entryId('cut'))).toMatchObject({ parentId: 'edit', firstKeptEntryId: grown })
    expect(room.index.get(entryId('sum'))).toMatchObject({ parentId: 'u', fromId: grown })
    expect(room.index.get(entryId('leaf'))).toMatchObject({ targetId: grown })
    expect(room.lastLeaf(alice)).toBe(grown)
    expect(report).toMatchObject({ added: 6, alreadyThere: 1, keptAsIs: [{ line: 2 }] })
    expect(await importAll(room, file, 'a', per)).toMatchObject({ added: 0, alreadyThere: 7, keptAsIs: [] })
    expect(formsOf(room, 'a')).toHaveLength(1)
  }
})

test('[FM124] what nobody sees is no other form: counts, times, who and where, links of a record that is kept whole', async () => {
  const { room } = await memoryRoom()
  const record = (children: readonly string[]): Fields => ({
    type: 'custom',
    customType: 'coppice.unknown-record',
    data: { id: 'r', children },
  })
  const answer = (usage: Fields): Fields => ({
    type: 'message',
    message: { role: 'assistant', content: [{ type: 'text', text: 'Yes' }], stopReason: 'stop', ...usage },
  })
  await importAll(room, [entry(1, 'r', null, record(['a'])), entry(2, 'a', 'r', answer({})), said(3, 'b', 'a', 'On')])
  const usage = { input: 1, output: 2 }
  const again = [
    entry(1, 'r', null, record(['a', 'c'])),
    {
      ...entry(9, 'a', 'r', answer({ usage, timestamp: 7 })),
      contributors: [alice],
      timestamp: '2026-12-01T00:00:00.000Z',
    },
    said(3, 'b', 'a', 'On'),
    said(4, 'c', 'r', 'Other'),
  ]
  expect(await importAll(room, again)).toMatchObject({ added: 1, alreadyThere: 3, keptAsIs: [], leftOut: [] })
  // Where a note hangs is no difference either; where words hang is one.
  const moved = [entry(1, 'r', 'c', record(['a'])), said(3, 'b', 'c', 'On')]
  expect(await importAll(room, moved)).toMatchObject({ added: 1, alreadyThere: 1 })
  expect(formsOf(room, 'b')).toMatchObject([{ parentId: 'c', message: { content: 'On' } }])
})

test('[FM125] a note that says something else is kept beside, and what hangs below it goes on from where it is', async () => {
  const { room } = await memoryRoom()
  const note = (words: string): Entry => entry(1, 'n', null, { type: 'custom', customType: 'ext', data: { words } })
  await importAll(room, [note('one'), said(2, 'u', 'n', 'Hello')])
  expect(await importAll(room, [note('two'), said(2, 'u', 'n', 'Hello'), said(3, 'v', 'u', 'On')])).toMatchObject({
    added: 2,
    alreadyThere: 1,
  })
  expect(room.index.get(entryId('v'))).toMatchObject({ parentId: 'u' })
  expect(formsOf(room, 'n')).toMatchObject([{ data: { words: 'two' } }])
})

test('[FM125] an id that someone else has taken costs no form', async () => {
  const [probe, attacked] = [await memoryRoom(), await memoryRoom()]
  const [first, grown] = [said(1, 'a', null, 'Half'), said(1, 'a', null, 'Half and half')]
  for (const { room } of [probe, attacked]) await importAll(room, [first])
  await importAll(probe.room, [grown])
  const taken = formsOf(probe.room, 'a')[0]?.id ?? ''
  await attacked.room.append([{ ...said(1, taken, null, 'Mine now'), source: undefined }].map(withoutSource), who)
  for (const added of [1, 0]) expect(await importAll(attacked.room, [grown])).toMatchObject({ added })
  expect(formsOf(attacked.room, 'a').map((one) => (one.type === 'message' ? one.message['content'] : ''))).toEqual([
    'Mine now',
    'Half and half',
  ])
})

function withoutSource({ source: _source, ...rest }: Fields): Fields {
  return rest
}

test('[FM126] entries between a form and what is new stand below it too, but no more than a hundred in a row', async () => {
  for (const [length, repeated] of [
    [100, 100],
    [101, 0],
  ] as const) {
    const { room } = await memoryRoom()
    const below = Array.from({ length }, (_, at) =>
      said(at + 2, `e${at}`, at === 0 ? 'a' : `e${at - 1}`, `below ${at}`),
    )
    const last = `e${length - 1}`
    await importAll(room, [said(1, 'a', null, 'one'), ...below], last, 40)
    const file = [said(1, 'a', null, 'two'), ...below, said(500, 'new', last, 'new')]
    const report = await importAll(room, file, 'new', 40)
    expect(report).toMatchObject({ added: 2 + repeated, alreadyThere: length - repeated })
    expect(wordsAt(room, 'new')).toEqual([repeated > 0 ? 'two' : 'one', ...below.map((_, at) => `below ${at}`), 'new'])
    expect(wordsAt(room, last)[0]).toBe('one')
    expect(report.keptAsIs[0]?.message).toContain(
      repeated > 0
        ? '100 entries below an earlier form stand below the later one too.'
        : '1 entry further below, and what hangs there, stayed with the earlier form.',
    )
    expect(await importAll(room, file, 'new', 40)).toMatchObject({ added: 0, keptAsIs: [] })
  }
})

test('[FM126] where nothing new hangs, nothing is written once more', async () => {
  const { room } = await memoryRoom()
  const side = [said(2, 'b', 'a', 'two'), said(3, 'c', 'b', 'three')]
  await importAll(room, [said(1, 'u', null, 'zero'), said(1, 'a', 'u', 'one'), ...side], 'c')
  const file = [said(1, 'u', null, 'zero'), said(1, 'a', 'u', 'ONE'), ...side, said(4, 'd', 'u', 'four')]
  expect(await importAll(room, file, 'd')).toMatchObject({ added: 2, alreadyThere: 3 })
  // Who stood on an entry that has no later form stays there.
  expect(room.lastLeaf(alice)).toBe('c')
})

test('[FM127] a form of an entry that is as large as one may be is kept: what stands beside it gives room', async () => {
  const { room } = await memoryRoom()
  const sized = (words: string): Entry => {
    const beside = 'y'.repeat(3_000)
    const made = (length: number): Entry =>
      entry(1, 'a', null, {
        type: 'message',
        message: { role: 'user', content: words.repeat(length) },
        source: { format: 'sample', line: 1, fields: { beside } },
      })
    return made(MAX_ENTRY_BYTES - entryWireBytes(made(1)) - 4)
  }
  await importAll(room, [sized('x')])
  for (const added of [1, 0]) expect(await importAll(room, [sized('z')])).toMatchObject({ added })
  const [form] = formsOf(room, 'a')
  expect(form?.source).toEqual({ format: 'sample', line: 1, conflictOf: 'a' })
  expect(JSON.stringify(form)).toContain('z'.repeat(MAX_ENTRY_BYTES - 5_000))
})

test('[FM127] two imports of a file at once add each form once', async () => {
  const { room } = await memoryRoom()
  await importAll(room, [said(1, 'u', null, 'Hello'), said(2, 'a', 'u', 'Half'), said(3, 'r', 'a', 'result')], 'r')
  const file = [
    said(1, 'u', null, 'Hello'),
    said(2, 'a', 'u', 'Half and half'),
    said(3, 'r', 'a', 'result'),
    said(4, 's', 'r', 'second'),
  ]
  const [one, two] = await Promise.all([importAll(room, file, 's', 1), importAll(room, file, 's', 3)])
  expect(one.added + two.added).toBe(3)
  expect(room.index.size).toBe(6)
  expect(wordsAt(room, 's')).toEqual(['Hello', 'Half and half', 'result', 'second'])
})

test('[FM127] two imports at once that need the same entry below a form write it once', async () => {
  for (const leaves of [
    ['s', 't'],
    ['r', 'r'],
  ] as const) {
    const { room } = await memoryRoom()
    await importAll(room, [said(1, 'a', null, 'Half'), said(2, 'r', 'a', 'result')], 'r')
    const file = (leaf: string): Entry[] => [
      said(1, 'a', null, 'Half and half'),
      said(2, 'r', 'a', 'result'),
      said(3, leaf === 'r' ? 'x' : leaf, leaf === 'r' ? null : 'r', 'more'),
    ]
    const [first, second] = leaves
    const reports = await Promise.all([importAll(room, file(first), first), importAll(room, file(second), second)])
    const added = reports.reduce((sum, report) => sum + report.added, 0)
    expect(formsOf(room, 'r')).toHaveLength(1)
    expect(room.index.size).toBe(2 + added)
    for (const { kept, added: own, alreadyThere } of reports) expect(own + alreadyThere).toBe(kept)
  }
})
