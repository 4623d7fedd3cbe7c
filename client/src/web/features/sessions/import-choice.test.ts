import { expect, test } from 'vitest'
import { damageWords, importWords, withChosen } from './import-choice.ts'
import { isFiltered, matching } from './title-filter.ts'

const choices = ['Water the beds', 'Prune trees', 'water butts'].map((title, place) => ({
  place,
  title,
  createdAt: null,
  entries: 1,
}))

test('[FM29] the filter finds words of the title in any case and order', () => {
  expect(matching(choices, ' WATER ').map(({ place }) => place)).toEqual([0, 2])
  expect(matching(choices, 'beds water').map(({ place }) => place)).toEqual([0])
  expect(matching(choices, ' ')).toBe(choices)
  expect(matching(choices, 'snow')).toEqual([])
})

test('[FM29] what the filter hides stays as it was chosen', () => {
  const all = withChosen(new Set(), choices, true)
  expect([...withChosen(all, matching(choices, 'water'), false)]).toEqual([1])
  expect([...withChosen(new Set([1]), matching(choices, 'butts'), true)]).toEqual([1, 2])
  expect([...all]).toEqual([0, 1, 2])
})

test('[FM29] the button says how many of how many, and only long lists are filtered', () => {
  expect(importWords(12, 85)).toBe('Import 12 of 85')
  expect(importWords(85, 85)).toBe('Import all 85')
  expect(importWords(0, 2_000)).toBe('Import 0 of 2,000')
  const many = Array.from({ length: 9 }, () => choices).flat()
  expect([isFiltered(many.slice(0, 8)), isFiltered(many.slice(0, 9))]).toEqual([false, true])
})

test('[UI136] a damaged file says so before one chooses, a whole one says nothing', () => {
  const note = { line: 4, message: 'What starts on line 4 is cut off.' }
  expect(damageWords([])).toBeUndefined()
  expect(damageWords([note])).toContain('damaged in one place.')
  expect(damageWords([note, note, { message: 'And here.' }])).toContain('damaged in 3 places.')
})
