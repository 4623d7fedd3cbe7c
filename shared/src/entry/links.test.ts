import { expect, test } from 'vitest'
import { ENTRY_TYPES, entrySchema, type Entry } from './entry.ts'
import { linksOf } from './links.ts'

const base = { id: 'e', parentId: 'p', timestamp: '2026-01-05T09:00:00.000Z', author: 'anna' }
const about = (fields: object): string[] =>
  linksOf(entrySchema.parse({ ...base, ...fields }))
    .slice(1)
    .map(({ field, id, isBound, isRequired }) =>
      [field, id, ...(isBound ? ['bound'] : []), ...(isRequired ? ['required'] : [])].join(' '),
    )

test('[FM145] one table says which fields of an entry name others, what the context depends on, and what must be there', () => {
  const root: Entry = entrySchema.parse({ ...base, parentId: null, type: 'session_info', name: 'x' })
  expect(linksOf(root)).toEqual([])
  expect(linksOf({ ...root, parentId: root.id })).toEqual([
    { field: 'parentId', id: 'e', isBound: true, isRequired: true },
  ])
  const compaction = { type: 'compaction', summary: 'S', tokensBefore: 1 }
  expect({
    label: about({ type: 'label', targetId: 'x' }),
    context_edit: about({ type: 'context_edit', targetId: 'x', replacement: null }),
    leaf: [...about({ type: 'leaf', targetId: 'x' }), ...about({ type: 'leaf', targetId: null })],
    compaction: [...about({ ...compaction, firstKeptEntryId: 'x' }), ...about({ ...compaction, retainedTail: [] })],
    branch_summary: [
      ...about({ type: 'branch_summary', fromId: 'x', summary: 'S' }),
      ...about({ type: 'branch_summary', fromId: 'root', summary: 'S' }),
    ],
  }).toEqual({
    label: ['targetId x required'],
    context_edit: ['targetId x bound required'],
    leaf: ['targetId x bound required'],
    compaction: ['firstKeptEntryId x bound required'],
    branch_summary: ['fromId x'],
  })
  expect(ENTRY_TYPES).toHaveLength(13)
})
