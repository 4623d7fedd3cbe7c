import { expect, test, vi } from 'vitest'

test('[SY113] the browser is asked once to keep what is kept, and a refusal or an error is an answer', async () => {
  const fresh = async (): Promise<typeof import('./persistence.ts')> => {
    vi.resetModules()
    return import('./persistence.ts')
  }
  const persist = vi.fn(async () => true)
  const granting = await fresh()
  const scope = { navigator: { storage: { persist, persisted: async () => false } } }
  expect([await granting.askToPersist(scope), await granting.askToPersist(scope)]).toEqual(['kept', 'kept'])
  expect(persist).toHaveBeenCalledTimes(1)
  const failing = { navigator: { storage: { persist: () => Promise.reject(new TypeError('opaque')) } } }
  expect(await (await fresh()).askToPersist(failing)).toBe('may be cleared')
  expect(await (await fresh()).askToPersist({})).toBe('may be cleared')
})
