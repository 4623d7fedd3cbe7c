import { expect, test } from 'vitest'
import { entryId } from '../../entry/ids.ts'
import type { Entry } from '../../entry/entry.ts'
import { linksOf } from '../../entry/links.ts'
import { headerLine, importLines } from '../testing/sample-file.ts'
import { asForm, withLinks } from './links.ts'
import { formHash, isSameContent } from './same-content.ts'

const at = '2026-01-01T00:00:00.000Z'
const record = (fields: object): string => JSON.stringify({ id: 'x', parentId: 'a', timestamp: at, ...fields })
const said = { type: 'message', message: { role: 'user', content: 'Hi' } }
function entryOf(line: string): Entry {
  const entry = importLines(headerLine(), record({ ...said, id: 'a', parentId: null }), line).entries.at(-1)
  if (entry === undefined) throw new Error('no entry')
  return entry
}
const renamed = (entry: Entry): Entry => withLinks(entry, ({ id }) => `${id}~1`)

test('[FM123] the links of every type are found and named anew; an entry without other names is itself', () => {
  const summary = { type: 'branch_summary', fromId: 'a', summary: 'S' }
  const kinds = [
    [{ type: 'label', targetId: 'a', label: 'L' }, 'targetId', false],
    [{ type: 'leaf', targetId: 'a' }, 'targetId', true],
    [{ type: 'context_edit', targetId: 'a', replacement: null }, 'targetId', true],
    [{ type: 'compaction', summary: 'S', firstKeptEntryId: 'a', tokensBefore: 1 }, 'firstKeptEntryId', true],
    [summary, 'fromId', false],
  ] as const
  for (const [fields, field, isBound] of kinds) {
    const entry = entryOf(record(fields))
    expect(linksOf(entry)).toMatchObject([
      { field: 'parentId', id: 'a', isBound: true },
      { field, id: 'a', isBound },
    ])
    expect(renamed(entry)).toMatchObject({ parentId: 'a~1', [field]: 'a~1' })
    expect(withLinks(entry, ({ id }) => id)).toBe(entry)
    expect(isSameContent(entry, renamed(entry))).toBe(true)
    expect(formHash(entry, 8)).not.toBe(formHash(renamed(entry), 8))
  }
  expect(linksOf(entryOf(record({ ...summary, fromId: 'root' })))).toHaveLength(1)
  expect(linksOf(entryOf(record({ type: 'leaf', targetId: null })))).toHaveLength(1)
})

test('[FM121] what is kept of a Pi record for export says what the entry says', () => {
  const raw = renamed(entryOf(record(said).replace('"Hi"', '"Hi","n":1e999')))
  expect(JSON.parse(raw.source?.raw ?? '')).toMatchObject({ id: 'x', parentId: 'a~1', message: { content: 'Hi' } })
  const unknown = renamed(entryOf(record({ type: 'future', words: 'later' })))
  expect(unknown).toMatchObject({ data: { id: 'x', parentId: 'a~1', words: 'later' } })
  // A record that names no parent, and one whose own parent is no id here.
  const { parentId: _parentId, ...without } = JSON.parse(record(said)) as Record<string, unknown>
  const chained = entryOf(JSON.stringify(without))
  expect([chained.source?.['added'], renamed(chained).source?.['added']]).toEqual([['parentId'], []])
  const odd = entryOf(record({ ...said, parentId: 7 }))
  expect([odd.source?.parentId, renamed(odd).source?.parentId]).toEqual([7, undefined])
})

test('[FM121] a form has an id of its own and says whose form it is', () => {
  const form = asForm(entryOf(record({ ...said, id: 7 })), entryId('x~1'))
  expect(form).toMatchObject({ id: 'x~1', source: { conflictOf: expect.stringMatching(/^i-/) } })
  expect(form.source?.fields).not.toHaveProperty('id')
})
