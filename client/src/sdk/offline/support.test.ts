import { expect, test, vi } from 'vitest'
import { deviceSupport, supportWords, type SupportScope } from './support.ts'

const EVERYTHING: SupportScope = {
  isSecureContext: true,
  indexedDB: {},
  BroadcastChannel: {},
  navigator: { locks: {}, serviceWorker: {}, storage: { persist: async () => true } },
}

test('[SY113] a browser that has everything has nothing to tell', () => {
  const support = deviceSupport(EVERYTHING)
  expect(Object.values(support)).not.toContain(false)
  expect(supportWords(support)).toEqual([])
})

test('[SY113] what is missing or forbidden is told in words, each thing once', () => {
  const forbidding: SupportScope = {
    get indexedDB(): unknown {
      throw new DOMException('no', 'SecurityError')
    },
  }
  const support = deviceSupport(forbidding)
  expect(Object.values(support)).not.toContain(true)
  expect(supportWords(support)).toHaveLength(3)
  expect(supportWords(deviceSupport({ ...EVERYTHING, navigator: {} }))).toEqual([
    'This browser can’t load the page without the server.',
  ])
})

test('[SY113] the browser is asked once to keep what is kept, and a refusal or an error is an answer', async () => {
  const fresh = async (): Promise<typeof import('./support.ts')> => {
    vi.resetModules()
    return import('./support.ts')
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
