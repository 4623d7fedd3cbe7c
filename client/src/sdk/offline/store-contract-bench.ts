// What the parts of the contract suite stand on: a device for each test, and docs that tell of their trouble.
import { afterEach, beforeEach, vi } from 'vitest'
import * as Y from 'yjs'
import type { DeviceStore, KeptDoc, StoreError } from './device-store.ts'
import type { ContractDevice } from './store-contract.ts'

export const NAME = 'ws://host:1/é|p_1|s_ä|3|0 "%_\'*'

export interface Opened {
  readonly doc: Y.Doc
  readonly map: Y.Map<unknown>
  readonly kept: KeptDoc
  readonly troubles: readonly StoreError[]
}

export async function openDoc(store: DeviceStore, name = NAME, doc = new Y.Doc()): Promise<Opened> {
  const troubles: StoreError[] = []
  const kept = await store.openDoc(name, doc, (error) => troubles.push(error))
  return { doc, map: doc.getMap('m'), kept, troubles }
}

/** What a tab that is loaded later finds. */
export async function reopened(device: ContractDevice, name = NAME): Promise<Y.Map<unknown>> {
  return (await openDoc(device.open(), name)).map
}

export function deviceForEachTest(makeDevice: () => ContractDevice | Promise<ContractDevice>): () => ContractDevice {
  let device: ContractDevice | undefined
  beforeEach(async () => {
    device = await makeDevice()
  })
  afterEach(async () => {
    await device?.end()
  })
  return () => {
    if (device === undefined) throw new Error('there is a device only inside a test')
    return device
  }
}

/** Rejects after 10 s, naming what did not come true. */
export function eventually(what: string, probe: () => boolean | Promise<boolean>): Promise<void> {
  const check = async (): Promise<void> => {
    if (!(await probe())) throw new Error(`not yet: ${what}`)
  }
  return vi.waitFor(check, { timeout: 10_000, interval: 5 })
}

export function shows(map: Y.Map<unknown>, key: string, value: unknown): Promise<void> {
  return eventually(`${key} is ${String(value)}`, () => map.get(key) === value)
}

/** A promise that says whether it is through. */
export function watch(promise: Promise<unknown>): { readonly isThrough: boolean } {
  const state = { isThrough: false }
  void promise.finally(() => {
    state.isThrough = true
  })
  return state
}

/** Small and repeatable (mulberry32). */
export function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
