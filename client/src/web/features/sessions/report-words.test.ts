import { expect, test } from 'vitest'
import { titleOf } from '../../api/import-file.ts'
import { reportLines } from './report-words.ts'

test('[UI5] a clean import says what was read and kept, and that nothing is missing', () => {
  const lines = reportLines({ format: 'pi', read: 3, kept: 2, repaired: [], leftOut: [] })
  expect(lines.map((line) => `${line.what}: ${line.words}`)).toEqual([
    'Read: 3 records from a Pi session file.',
    'Kept: 2 entries. Nothing is missing.',
  ])
})

test('[UI5] what was repaired or left out is counted and listed with its lines', () => {
  const torn = { line: 7, message: 'the line is torn' }
  const lines = reportLines({ format: 'x', read: 1, kept: 1, repaired: [{ line: 2, message: 'm' }], leftOut: [torn] })
  expect(lines.map((line) => line.what)).toEqual(['Read', 'Kept', 'Repaired', 'Left out'])
  expect(lines[1]?.words).toBe('1 entry.')
  expect(lines[3]).toMatchObject({ words: '1 record that could not be kept:', notes: [torn], alarming: true })
})

test('[UI5] a file without a title of its own is called by its name', () => {
  expect(titleOf('plan a.v2.jsonl')).toBe('plan a.v2')
  expect(titleOf('.jsonl')).toBe('')
})
