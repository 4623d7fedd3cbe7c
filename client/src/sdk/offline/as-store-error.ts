// What a failure that no platform has named means to who keeps something.
import { StoreError } from './device-store.ts'

export function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  return new StoreError('lost', `What this device keeps can’t be read or written: ${String(error)}`, { cause: error })
}
