import { expect, test } from 'vitest'
import { labelEntry, userEntry } from './sample-entries.ts'
import { stampFor } from './stamp.ts'
import { TreeIndex } from './tree-index.ts'

const now = Date.parse('2026-01-01T00:00:10.000Z')

test('[EN5] a new entry is stamped with the wall clock, but never before its parent', () => {
  const index = new TreeIndex()
  const past = userEntry('past', null, 5)
  const ahead = userEntry('ahead', null, 15)
  index.add(past)
  index.add(ahead)
  expect(stampFor(index, past.id, now)).toBe('2026-01-01T00:00:10.000Z')
  expect(stampFor(index, ahead.id, now)).toBe('2026-01-01T00:00:15.000Z')
  expect(stampFor(index, null, now)).toBe('2026-01-01T00:00:10.000Z')
})

test('[EN6] a fact that replaces another is stamped later than that one', () => {
  const index = new TreeIndex()
  expect(stampFor(index, null, now, labelEntry('l', null, 10))).toBe('2026-01-01T00:00:10.001Z')
  expect(stampFor(index, null, now, labelEntry('l', null, 9))).toBe('2026-01-01T00:00:10.000Z')
})

test('[EN5] a parent whose time is no date holds nothing back', () => {
  const index = new TreeIndex()
  const odd = { ...userEntry('odd', null, 0), timestamp: 'yesterday' }
  index.add(odd)
  expect(stampFor(index, odd.id, now)).toBe('2026-01-01T00:00:10.000Z')
})

test('[EN6] after a fact at the last time there is, the next one has that time too', () => {
  const last = new Date(8.64e15).toISOString()
  const replaced = { ...labelEntry('l', null, 1), timestamp: last }
  expect(stampFor(new TreeIndex(), null, now, replaced)).toBe(last)
})
