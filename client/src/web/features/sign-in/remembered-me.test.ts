import { participantId } from '@coppice/shared'
import { expect, test, vi } from 'vitest'
import { RememberedMe } from './remembered-me.ts'

const anna = { id: participantId('p-anna'), name: 'Anna', color: 1, kind: 'human' as const }

function setUp() {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
  return { items, me: () => new RememberedMe(() => storage) }
}

test('[UI81] who was signed in is remembered, until the server says that nobody is', () => {
  const { me } = setUp()
  expect(me().read()).toBeUndefined()
  me().keep(anna)
  expect(me().read()).toEqual(anna)
  me().signOut()
  expect(me().read()).toBeUndefined()
  expect(me().lastOne()).toEqual(anna)
  me().keep(anna)
  expect(me().read()).toEqual(anna)
})

test('[UI81] a device that lets nothing be kept, or keeps something else, remembers nobody', () => {
  vi.spyOn(console, 'info').mockReturnValue(undefined)
  const forbidden = new RememberedMe(() => {
    throw new DOMException('no', 'SecurityError')
  })
  forbidden.keep(anna)
  forbidden.signOut()
  expect(forbidden.read()).toBeUndefined()
  const { items, me } = setUp()
  items.set('coppice.me', '{"participant":"anna"}')
  expect(me().read()).toBeUndefined()
  items.set('coppice.me', '{')
  expect(me().lastOne()).toBeUndefined()
})
