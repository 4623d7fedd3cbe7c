// What every DeviceStore does, as one suite that each implementation runs in its test file.
import { describe } from 'vitest'
import type { DeviceStore, StoreTrouble } from './device-store.ts'
import { describeDocs } from './store-contract-docs.ts'
import { describeFacts } from './store-contract-facts.ts'
import { describeSchedules } from './store-contract-schedules.ts'
import { describeTrouble } from './store-contract-trouble.ts'

/** A device under test, blank at first. */
export interface ContractDevice {
  /** Another tab of it. */
  open(): DeviceStore
  /** How many rows the doc takes, looked up beside the store. */
  rowCount(name: string): number | Promise<number>
  /** From now on no write succeeds for this reason. */
  breakWrites(trouble: StoreTrouble): void
  /** Cleans up. */
  end(): void | Promise<void>
}

export function describeStore(platform: string, makeDevice: () => ContractDevice | Promise<ContractDevice>): void {
  describe(`${platform}:`, () => {
    describeDocs(makeDevice)
    describeFacts(makeDevice)
    describeTrouble(makeDevice)
    describeSchedules(makeDevice)
  })
}
