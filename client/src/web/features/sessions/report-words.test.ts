import { expect, test } from 'vitest'
import { reportLines, titleOf } from './report-words.ts'

test('[UI35] a clean import says what was read and kept, and that nothing is missing', () => {
  const lines = reportLines({ format: 'pi', version: '3', read: 3, kept: 2, repaired: [], keptAsIs: [], leftOut: [] })
  expect(lines.map((line) => `${line.what}: ${line.words}`)).toEqual([
    'Read: 3 records from a Pi session file.',
    'Kept: 2 entries. Nothing is missing.',
  ])
})

test('[UI35] what was repaired or left out is counted and listed with its lines', () => {
  const torn = { line: 7, message: 'the line is torn' }
  const note = { line: 2, message: 'm' }
  const lines = reportLines({
    format: 'x',
    version: '1',
    read: 1,
    kept: 1,
    repaired: [note],
    keptAsIs: [note],
    leftOut: [torn],
  })
  expect(lines.map((line) => line.what)).toEqual(['Read', 'Kept', 'Repaired', 'Odd', 'Left out'])
  expect(lines[1]?.words).toBe('1 entry.')
  expect(lines[4]).toMatchObject({ words: '1 record that could not be kept:', notes: [torn], alarming: true })
})

test('[UI35] a file without a title of its own is called by its name', () => {
  expect(titleOf('plan a.v2.jsonl')).toBe('plan a.v2')
  expect(titleOf('.jsonl')).toBe('')
})
