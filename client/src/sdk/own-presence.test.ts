import { entryId, type PresenceInput } from '@coppice/shared'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { OwnPresence } from './own-presence.ts'

const [a, b, c] = ['a', 'b', 'c'].map((id) => entryId(id))
const position = (clock: number) => ({ type: null, tname: null, item: { client: 1, clock }, assoc: 0 })
const caret = (clock: number) => ({ promptId: entryId('p'), anchor: position(clock), head: position(clock) })

let awareness: Awareness
let own: OwnPresence
let told: (PresenceInput | null)[]

beforeEach(() => {
  vi.useFakeTimers()
  awareness = new Awareness(new Y.Doc())
  own = new OwnPresence(awareness)
  told = []
  awareness.on('update', () => told.push(awareness.getLocalState() as PresenceInput | null))
})

afterEach(() => {
  own.close()
  awareness.destroy()
  vi.useRealTimers()
})

test('[AW22] carets and reading are told at most twenty times a second, the first at once and the last for sure', () => {
  own.open()
  told.length = 0
  for (let ms = 0; ms < 1_000; ms += 10) {
    own.setCaret(caret(ms))
    own.readAt(entryId(`e${ms}`))
    if (ms === 0) expect(told).toHaveLength(1)
    vi.advanceTimersByTime(10)
  }
  expect(told.length).toBeGreaterThan(10)
  expect(told.length).toBeLessThanOrEqual(21)
  vi.advanceTimersByTime(1_000)
  expect(told.length).toBeLessThanOrEqual(22)
  expect(told.at(-1)).toEqual({
    leafId: null,
    viewId: null,
    writing: false,
    readingId: 'e990',
    caret: { promptId: 'p', anchor: position(990), head: position(990) },
  })
})

test('[AW22] a move is told at once, and takes along what was gathered', () => {
  own.open()
  own.readAt(a ?? null)
  own.readAt(b ?? null)
  own.stand(c ?? null)
  expect(told.at(-1)).toEqual({ leafId: 'c', viewId: null, writing: false, readingId: 'b' })
  const { length } = told
  vi.advanceTimersByTime(1_000)
  expect(told).toHaveLength(length)
})

test('[AW22] what is already known is not told again', () => {
  own.open()
  own.write(true)
  own.setCaret(caret(1))
  vi.advanceTimersByTime(1_000)
  const { length } = told
  own.write(true)
  own.setCaret(caret(1))
  own.readAt(null)
  own.setAway(false)
  vi.advanceTimersByTime(1_000)
  expect(told).toHaveLength(length)
})

test('[AW23] hidden: only where I stand is told, and all the rest again when I show myself', () => {
  own.open()
  own.stand(a ?? null)
  own.lookAt(b ?? null)
  own.write(true)
  own.setAway(true)
  own.readAt(c ?? null)
  own.setCaret(caret(1))
  vi.advanceTimersByTime(1_000)
  const before = told.at(-1)
  expect(before).toMatchObject({ viewId: 'b', readingId: 'c', writing: true, away: true, caret: { promptId: 'p' } })
  own.setHidden(true)
  const hidden = { leafId: 'a', viewId: null, writing: false }
  expect(told.at(-1)).toEqual(hidden)
  const { length } = told
  own.setCaret(caret(2))
  own.readAt(a ?? null)
  own.lookAt(c ?? null)
  vi.advanceTimersByTime(1_000)
  expect(told).toHaveLength(length)
  own.stand(b ?? null)
  expect(told.at(-1)).toEqual({ ...hidden, leafId: 'b' })
  own.setHidden(false)
  expect(told.at(-1)).toMatchObject({ leafId: 'b', viewId: 'c', readingId: 'a', caret: { head: position(2) } })
})

test('[AW22] nothing is told before it is opened, and nothing after it is closed', () => {
  own.readAt(a ?? null)
  vi.advanceTimersByTime(1_000)
  expect(told).toEqual([])
  own.open()
  expect(told).toEqual([{ leafId: null, viewId: null, writing: false, readingId: 'a' }])
  own.readAt(b ?? null)
  own.readAt(c ?? null)
  own.close()
  vi.advanceTimersByTime(1_000)
  expect(told.at(-1)?.readingId).toBe('b')
  expect(vi.getTimerCount()).toBe(1)
})

test('[AW21] what is no caret is refused where it is set, and changes nothing', () => {
  own.open()
  expect(() => own.setCaret({ promptId: entryId('p'), anchor: 'x', head: position(1) })).toThrow('no caret')
  vi.advanceTimersByTime(1_000)
  expect(told.at(-1)).toEqual({ leafId: null, viewId: null, writing: false })
})

test('[AW23] in another copy of the session I go on as I was, hidden too, but not with the place or the caret', () => {
  own.open()
  own.stand(a ?? null)
  own.lookAt(b ?? null)
  own.readAt(c ?? null)
  own.setCaret(caret(1))
  own.setHidden(true)
  const other = new Awareness(new Y.Doc())
  const next = new OwnPresence(other)
  next.goOnFrom(own)
  next.open()
  expect(other.getLocalState()).toEqual({ leafId: null, viewId: null, writing: false })
  next.setHidden(false)
  expect(other.getLocalState()).toEqual({ leafId: null, viewId: 'b', writing: false, readingId: 'c' })
  next.close()
  other.destroy()
})
