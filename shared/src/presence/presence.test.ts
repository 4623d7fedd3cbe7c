import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { presenceInputSchema } from './presence.ts'

const ITEM = { client: 5, clock: 2 }
const GOOD = { type: null, tname: null, item: ITEM, assoc: 0 }

function caretOf(anchor: unknown, more: object = {}): unknown {
  const state = { leafId: 'a', viewId: 'b', caret: { promptId: 'p', anchor, head: GOOD, ...more } }
  const parsed = presenceInputSchema.parse(state)
  expect(parsed).toMatchObject({ leafId: 'a', viewId: 'b' })
  return parsed.caret
}

describe('what a client may say of itself', () => {
  test('[AW20] the entry one reads goes with the state, and is an entry’s id or nothing', () => {
    expect(presenceInputSchema.parse({ leafId: 'a', readingId: 'b' })).toMatchObject({ leafId: 'a', readingId: 'b' })
    expect(presenceInputSchema.parse({ leafId: 'a', readingId: null }).readingId).toBeNull()
    expect(presenceInputSchema.safeParse({ leafId: 'a', readingId: { id: 'b' } }).success).toBe(false)
  })

  test('[AW21] a caret as Yjs writes it comes through, whatever it is anchored to', () => {
    const doc = new Y.Doc()
    const root = doc.getText('root')
    const inner = new Y.Text('abc')
    doc.getMap('prompts').set('p', inner)
    for (const text of [root, inner])
      for (const [index, assoc] of [
        [0, 0],
        [text.length, 0],
        [text.length, -1],
      ] as const) {
        const position: unknown = JSON.parse(JSON.stringify(Y.createRelativePositionFromTypeIndex(text, index, assoc)))
        expect(caretOf(position)).toEqual({ promptId: 'p', anchor: position, head: GOOD })
      }
  })

  test.each([
    ['text', 'x'],
    ['nothing', null],
    ['a position in nothing', {}],
    ['all of it null', { type: null, tname: null, item: null, assoc: 0 }],
    ['a further key', { ...GOOD, extra: 1 }],
    ['an item with a further key', { ...GOOD, item: { ...ITEM, extra: 1 } }],
    ['a clock below zero', { ...GOOD, item: { client: 5, clock: -1 } }],
    ['a clientID that is no safe integer', { ...GOOD, item: { client: 2 ** 60, clock: 0 } }],
    ['a broken number', { ...GOOD, item: { client: 1.5, clock: 0 } }],
    ['an item as text', { ...GOOD, item: '5:2' }],
    ['a root with a very long name', { type: null, tname: 'x'.repeat(65), item: null, assoc: 0 }],
    ['a side that is none', { ...GOOD, assoc: 7 }],
  ])('[AW21] a caret with %s is dropped, and the rest of the state stands', (_what, anchor) => {
    expect(caretOf(anchor)).toBeUndefined()
  })

  test('[AW21] a caret in no prompt, and one with further keys, are dropped', () => {
    expect(caretOf(GOOD, { promptId: '' })).toBeUndefined()
    expect(caretOf(GOOD, { promptId: undefined })).toBeUndefined()
    expect(caretOf(GOOD, { extra: 'x' })).toBeUndefined()
  })
})
