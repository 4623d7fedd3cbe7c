import { entryId, type Entry } from '@coppice/shared'
import { expect, test } from 'vitest'
import { messageEntry } from '../testing/harness.ts'
import type { QuarantineItem } from './quarantine.ts'
import { replay } from './replay.ts'

function itemOf(entry: Entry, state: QuarantineItem['state']): QuarantineItem {
  return { id: entry.id, entry, text: '', code: 'forbidden', reason: 'no', at: 0, state, tries: 1, order: 0 }
}

/** What is listed after everything was tried in a copy with these entries. */
async function listedAfter(items: readonly QuarantineItem[], copy: readonly Entry[]): Promise<string[]> {
  const list = new Map(items.map((item) => [item.id, item]))
  const entries = new Map(copy.map((entry) => [entry.id, entry]))
  await replay({
    items: () => [...list.values()],
    put: async (...items) => {
      for (const item of items) list.set(item.id, item)
    },
    remove: async (...ids) => {
      for (const id of ids) list.delete(id)
    },
    find: (id) => entries.get(id),
    write: (entry) => void entries.set(entry.id, entry),
    isOver: () => false,
    whenSaved: async () => true,
  })
  return [...list.keys()]
}

test('[SY126] what arrived after all, as from another tab, is not listed as refused any more', async () => {
  const [a, b] = [messageEntry('a', null), messageEntry('b', null)]
  expect(await listedAfter([itemOf(a, 'refused'), itemOf(b, 'refused')], [a])).toEqual(['b'])
})

test('[SY126] something else under the same id leaves it listed', async () => {
  const a = messageEntry('a', null)
  expect(
    await listedAfter([itemOf(a, 'refused')], [{ ...a, author: messageEntry('x', null, 'carol').author }]),
  ).toEqual([entryId('a')])
})
