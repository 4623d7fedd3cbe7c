// The part of the store's contract that random schedules test: tabs that open, write, hear the server and close.
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { isWaitingForMore } from './gaps.ts'
import { chance, deviceForEachTest, NAME, openDoc, type Opened } from './store-contract-bench.ts'
import { SERVER } from './store-contract-docs.ts'
import type { ContractDevice } from './store-contract.ts'

const SEEDS = 20
const STEPS = 60
/** A failing one is run alone by setting it here. */
const PINNED: number | undefined = undefined

export function describeSchedules(makeDevice: () => ContractDevice | Promise<ContractDevice>): void {
  const device = deviceForEachTest(makeDevice)

  describe('schedules', () => {
    test('[SY102] whatever tabs and server wrote in any order is there once, and no doc ever holds a part back', async () => {
      const seen = { heard: 0, served: 0 }
      for (let seed = PINNED ?? 1; seed <= (PINNED ?? SEEDS); seed++) {
        await runSchedule(device(), seed, seen)
      }
      expect(Math.min(seen.heard, seen.served)).toBeGreaterThan(PINNED === undefined ? SEEDS : 0)
    })
  })
}

async function runSchedule(
  device: ContractDevice,
  seed: number,
  seen: { heard: number; served: number },
): Promise<void> {
  const pick = chance(seed)
  const name = `${NAME}#${seed}`
  const server = new Y.Doc()
  let tabs: readonly Opened[] = []
  const written: string[] = []
  let heldBack = 0

  const write = (doc: Y.Doc, origin?: unknown): void => {
    const word = `w${written.length}`
    const list = doc.getArray<string>('list')
    doc.transact(() => {
      list.insert(pick(list.length + 1), [word])
      // What is written twice under one key leaves deletions.
      doc.getMap('m').set('last', word)
    }, origin)
    written.push(word)
  }
  const openTab = async (): Promise<void> => {
    const tab = await openDoc(device.open(), name)
    tab.doc.on('update', (_update: Uint8Array, origin: unknown) => {
      if (origin === tab.kept) seen.heard++
    })
    tab.doc.on('afterTransaction', () => {
      if (isWaitingForMore(tab.doc)) heldBack++
    })
    tabs = [...tabs, tab]
  }

  await openTab()
  for (let step = 0; step < STEPS; step++) {
    const tab = tabs[pick(tabs.length)]
    const act = pick(10)
    if (tab === undefined || act === 0) await openTab()
    else if (act === 1 && tabs.length > 1) {
      tabs = tabs.filter((other) => other !== tab)
      const closed = tab.kept.close()
      if (pick(2) === 0) await closed
    } else if (act === 2) {
      write(server)
      Y.applyUpdate(tab.doc, Y.encodeStateAsUpdate(server, Y.encodeStateVector(tab.doc)), SERVER)
      seen.served++
    } else if (act === 3) Y.applyUpdate(server, Y.encodeStateAsUpdate(tab.doc, Y.encodeStateVector(server)))
    else if (act === 4) await tab.kept.flush()
    else write(tab.doc)
  }
  await Promise.all(tabs.map((tab) => tab.kept.close()))
  await openTab()
  const last = tabs.at(-1)
  const found = last?.doc.getArray<string>('list').toArray() ?? []
  expect(found.sort(), `seed ${seed}`).toEqual(written.sort())
  expect(heldBack, `seed ${seed}`).toBe(0)
  await last?.kept.close()
}
