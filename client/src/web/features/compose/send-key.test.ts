import { expect, test } from 'vitest'
import { isLeaveKey, isSendKey } from './send-key.ts'

const enter = {
  key: 'Enter',
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  isComposing: false,
  keyCode: 13,
}

test('[UI41] Enter sends, Shift+Enter does not, and Enter that ends a composition does not either', () => {
  expect(isSendKey(enter)).toBe(true)
  expect(isSendKey({ ...enter, metaKey: true })).toBe(true)
  expect(isSendKey({ ...enter, shiftKey: true })).toBe(false)
  expect(isSendKey({ ...enter, altKey: true })).toBe(false)
  expect(isSendKey({ ...enter, isComposing: true })).toBe(false)
  expect(isSendKey({ ...enter, keyCode: 229 })).toBe(false)
  expect(isSendKey({ ...enter, key: 'a', keyCode: 65 })).toBe(false)
})

test('[UI41] Escape alone leaves the field, and Escape that ends a composition does not', () => {
  const escape = { ...enter, key: 'Escape', keyCode: 27 }
  expect(isLeaveKey(escape)).toBe(true)
  expect(isLeaveKey({ ...escape, shiftKey: true })).toBe(false)
  expect(isLeaveKey({ ...escape, isComposing: true })).toBe(false)
  expect(isLeaveKey({ ...escape, keyCode: 229 })).toBe(false)
  expect(isLeaveKey(enter)).toBe(false)
})
