import { entryId, type Entry } from '@coppice/shared'
import { expect, test } from 'vitest'
import { messageEntry } from '../testing/harness.ts'
import type { QuarantineItem } from './quarantine.ts'
import { replay } from './replay.ts'

function itemOf(entry: Entry, state: QuarantineItem['state'], tries = 1): QuarantineItem {
  return { id: entry.id, entry, text: '', code: 'forbidden', reason: 'no', at: 0, state, tries, order: 0 }
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

interface Refused {
  /** The place of the entry that the server will not have. */
  readonly bad?: number
  /** Those before this place were taken beside it, the last time. */
  readonly taken?: number
}

/** How many entries went up together each time, until the server refused one of them. */
async function timesUntilRefused(count: number, tries: number, { bad, taken = 0 }: Refused = {}): Promise<number[]> {
  const items = Array.from({ length: count }, (_, i) => itemOf(messageEntry(`e${i}`, null), 'waiting', tries))
  const there = new Map(items.slice(0, taken).map(({ entry }) => [entry.id, entry]))
  const times: number[] = []
  await replay({
    items: () => items,
    put: async () => undefined,
    remove: async () => undefined,
    find: (id) => there.get(id),
    write: () => undefined,
    isOver: () => false,
    whenSaved: async (ids) => {
      const sent = ids.filter((id) => !there.has(id))
      if (sent.length > 0) times.push(sent.length)
      return !ids.some((id) => id === `e${bad}`)
    },
  })
  return times
}

test('[SY265] what was refused together goes up alone at first, then in ever larger groups', async () => {
  expect(await timesUntilRefused(10_000, 1)).toEqual([10_000])
  expect(await timesUntilRefused(16, 2)).toEqual(Array.from({ length: 16 }, () => 1))
  const times = await timesUntilRefused(10_000, 2)
  expect(times.slice(0, 20)).toEqual([...Array.from({ length: 16 }, () => 1), 2, 4, 8, 16])
  expect([times.length, times.reduce((sum, each) => sum + each, 0)]).toEqual([29, 10_000])
  // What is to blame is among the last that went up, and goes up alone after another refusal.
  expect((await timesUntilRefused(10_000, 2, { bad: 40 })).at(-1)).toBe(16)
  expect(await timesUntilRefused(10_000, 3, { bad: 40, taken: 40 })).toEqual([1])
  expect(await timesUntilRefused(10_000, 3, { bad: 5_000, taken: 5_000 })).toEqual([1])
})
