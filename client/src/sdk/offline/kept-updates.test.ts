import { applyOwnUpdate } from '@coppice/shared'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { StoreError } from './device-store.ts'
import type { DocRows, Row } from './doc-rows.ts'
import { isWaitingForMore } from './gaps.ts'
import { KeptUpdates } from './kept-updates.ts'
import { LARGE_ROW } from './merge-rule.ts'

interface Platform extends DocRows {
  rows: readonly Row[]
  /** What the next transaction waits for. */
  gate: Promise<void>
  lost(error: StoreError): void
  hear(update: Uint8Array): void
  readonly told: readonly Uint8Array[]
}

function platformWith(...updates: readonly Uint8Array[]): Platform {
  let key = 0
  const row = (update: Uint8Array): Row => ({ key: ++key, update })
  const after = (key: number): readonly Row[] => platform.rows.filter((row) => row.key > key)
  const platform: Platform = {
    rows: updates.map(row),
    gate: Promise.resolve(),
    lost: () => undefined,
    hear: () => undefined,
    told: [],
    read: async (key) => after(key),
    append: async (updates) => {
      await platform.gate
      platform.rows = [...platform.rows, ...updates.map(row)]
    },
    replaceAll: async (key, merge) => {
      await platform.gate
      platform.rows = merge(after(key)).map(row)
      return platform.rows.at(-1)?.key ?? 0
    },
    close: async () => undefined,
  }
  return platform
}

interface Kept {
  readonly doc: Y.Doc
  readonly kept: KeptUpdates
  readonly told: readonly Uint8Array[]
  readonly troubles: readonly StoreError[]
}

async function keep(platform: Platform, doc = new Y.Doc(), troubles: StoreError[] = []): Promise<Kept> {
  const told: Uint8Array[] = []
  const kept = new KeptUpdates({
    name: 'x',
    doc,
    onTrouble: (error) => troubles.push(error),
    openRows: async (_name, lost) => Object.assign(platform, { lost }),
    openChannel: (_name, heard) => {
      platform.hear = heard
      return { post: (update) => told.push(update), close: () => undefined }
    },
    isFromServer: (origin) => origin === 'server',
    closed: () => undefined,
  })
  await kept.whenLoaded()
  return { doc, kept, told, troubles }
}

/** The updates of one who types, each building on the one before. */
function typed(...words: readonly string[]): readonly Uint8Array[] {
  const doc = new Y.Doc()
  const updates: Uint8Array[] = []
  doc.on('update', (update: Uint8Array) => updates.push(update))
  for (const word of words) doc.getText('t').insert(doc.getText('t').length, word)
  return updates
}

const textOf = (doc: Y.Doc): string => doc.getText('t').toJSON()
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('[SY102] a stored row that lacks the one before stays out of the doc, and enters when that has come', async () => {
  const [one, two, three] = typed('one ', 'two ', 'three')
  if (!one || !two || !three) throw new Error('three updates')
  const { doc, kept } = await keep(platformWith(one, three))
  expect([textOf(doc), isWaitingForMore(doc)]).toEqual(['one ', false])
  Y.applyUpdate(doc, two, 'server')
  await turn()
  expect([textOf(doc), isWaitingForMore(doc)]).toEqual(['one two three', false])
  await kept.close()
})

test('[SY102] a stored row that lacks one before enters also when a sibling brings that', async () => {
  const [one, two, three] = typed('one ', 'two ', 'three')
  if (!one || !two || !three) throw new Error('three updates')
  const platform = platformWith(one, three)
  const { doc, kept } = await keep(platform)
  platform.hear(two)
  await turn()
  expect(textOf(doc)).toBe('one two three')
  await kept.close()
})

test('[SY104] rows that lack one before survive a merge', async () => {
  const [one, two, three] = typed('one ', 'two ', 'three')
  if (!one || !two || !three) throw new Error('three updates')
  const platform = platformWith(one, three)
  const { doc, kept } = await keep(platform)
  for (let step = 0; step < 100; step++) {
    doc.getMap('m').set('k', step)
    await kept.flush()
  }
  await kept.close()
  expect(platform.rows.length).toBeLessThan(50)
  const later = await keep(platform)
  Y.applyUpdate(later.doc, two, 'server')
  await turn()
  expect(textOf(later.doc)).toBe('one two three')
  await later.kept.close()
})

test('[SY102] a sibling is told of a change only when it is stored', async () => {
  const platform = platformWith()
  const { doc, kept, told } = await keep(platform)
  const gate = Promise.withResolvers<void>()
  platform.gate = gate.promise
  doc.getMap('m').set('k', 1)
  await turn()
  expect(told).toEqual([])
  gate.resolve()
  await kept.flush()
  expect(told).toHaveLength(1)
  await kept.close()
})

test('[SY102] what Yjs held back is stored when a sibling brings what it waited for', async () => {
  const [one, two] = typed('one ', 'two')
  if (!one || !two) throw new Error('two updates')
  const platform = platformWith()
  const { doc, kept } = await keep(platform)
  Y.applyUpdate(doc, two, 'server')
  expect(isWaitingForMore(doc)).toBe(true)
  platform.hear(one)
  await turn()
  await kept.close()
  expect(textOf(doc)).toBe('one two')
  expect(textOf((await keep(platform)).doc)).toBe('one two')
})

test.each([false, true])(
  '[SY104] what a sibling stored meanwhile is in the merged row (closing: %s)',
  async (isClosing) => {
    const platform = platformWith()
    const { doc, kept } = await keep(platform)
    const [merging, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const before = { ...platform }
    platform.replaceAll = async (key, merge) => {
      merging.resolve()
      await gate.promise
      return before.replaceAll(key, merge)
    }
    for (let step = 0; step < 64; step++) {
      doc.getMap('m').set('k', step)
      await kept.flush()
    }
    await merging.promise
    const [theirs] = typed('theirs')
    if (!theirs) throw new Error('one update')
    platform.rows = [...platform.rows, { key: 65, update: theirs }]
    const closed = isClosing ? kept.close() : undefined
    gate.resolve()
    await turn()
    await (closed ?? kept.close())
    const later = await keep(platform)
    expect([textOf(later.doc), later.doc.getMap('m').get('k')]).toEqual(['theirs', 63])
  },
)

test('[SY101] close resolves when what was changed before it is written', async () => {
  const platform = platformWith()
  const { doc, kept } = await keep(platform)
  const gate = Promise.withResolvers<void>()
  platform.gate = gate.promise
  doc.getMap('m').set('a', 1)
  await turn()
  doc.getMap('m').set('b', 2)
  const closed = kept.close()
  gate.resolve()
  await closed
  expect((await keep(platform)).doc.getMap('m').toJSON()).toEqual({ a: 1, b: 2 })
})

test('[SY111] what was lost while a write is stuck ends the waiting: flush rejects, close resolves', async () => {
  const platform = platformWith()
  const { doc, kept, troubles } = await keep(platform)
  platform.gate = new Promise(() => undefined)
  doc.getMap('m').set('k', 1)
  const flushed = kept.flush()
  platform.lost(new StoreError('lost', 'gone'))
  platform.lost(new StoreError('lost', 'gone again'))
  await expect(flushed).rejects.toThrow('gone')
  await kept.close()
  expect(troubles.map((trouble) => trouble.message)).toEqual(['gone'])
})

test('[SY111] a merge that finds no room is no trouble: the rows stay as they are', async () => {
  const platform = platformWith()
  platform.replaceAll = () => Promise.reject(new StoreError('full', 'no room to merge'))
  const { doc, kept, troubles } = await keep(platform)
  for (let step = 0; step < 100; step++) {
    doc.getMap('m').set(`k${step}`, step)
    await kept.flush()
  }
  await kept.close()
  expect([troubles.length, platform.rows.length]).toEqual([0, 100])
})

test('[SY111] a store that is taken away while it is read is refused by openDoc, and not told again', async () => {
  const platform = platformWith()
  const reading = Promise.withResolvers<void>()
  platform.read = () => {
    reading.resolve()
    return new Promise(() => undefined)
  }
  const troubles: StoreError[] = []
  const opening = keep(platform, new Y.Doc(), troubles)
  await reading.promise
  platform.lost(new StoreError('lost', 'gone'))
  await expect(opening).rejects.toThrow('gone')
  expect(troubles).toEqual([])
})

/** What a server sends of a record, piece by piece. */
function pieces(count: number, bytes: number): readonly Uint8Array[] {
  const doc = new Y.Doc()
  const updates: Uint8Array[] = []
  doc.on('update', (update: Uint8Array) => updates.push(update))
  for (let i = 0; i < count; i++) doc.getMap('m').set(`piece ${i}`, { text: 'x'.repeat(bytes) })
  return updates
}

test('[SY268] large pieces of the server are kept as they came, small ones that follow one another as one row', async () => {
  const platform = platformWith()
  const { doc, kept } = await keep(platform)
  const [large, small] = [pieces(2, LARGE_ROW), pieces(3, 10)]
  for (const update of [...large, ...small]) applyOwnUpdate(doc, update, 'server')
  await kept.close()
  expect(platform.rows.map(({ update }) => update)).toEqual([...large, Y.mergeUpdates([...small])])
  expect(platform.rows[0]?.update).toBe(large[0])
  const later = await keep(platform)
  expect(Y.encodeStateAsUpdate(later.doc)).toEqual(Y.encodeStateAsUpdate(doc))
})

test('[SY269] rows are brought in one by one, in one transaction, and none is stored again', async () => {
  const updates = typed('one ', 'two ', 'three')
  const platform = platformWith(...updates)
  const doc = new Y.Doc()
  const origins: unknown[] = []
  doc.on('afterTransaction', ({ origin }: Y.Transaction) => origins.push(origin))
  const { kept } = await keep(platform, doc)
  await kept.close()
  expect([textOf(doc), origins]).toEqual(['one two three', [kept]])
  expect(platform.rows.map(({ update }) => update)).toEqual(updates)
})

test('[SY270] large rows are no reason to merge, neither while they come nor at the opening', async () => {
  const platform = platformWith()
  const { doc, kept } = await keep(platform)
  for (const update of pieces(100, LARGE_ROW)) {
    applyOwnUpdate(doc, update, 'server')
    await kept.flush()
  }
  await kept.close()
  const keys = platform.rows.map(({ key }) => key)
  expect(keys).toHaveLength(100)
  const later = await keep(platform)
  await later.kept.close()
  expect(platform.rows.map(({ key }) => key)).toEqual(keys)
  expect(later.doc.getMap('m').size).toBe(100)
})
