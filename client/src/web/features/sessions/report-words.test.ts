import { expect, test } from 'vitest'
import { reportLines } from './report-words.ts'

test('[UI35] a clean import says what was read and kept, and that nothing is missing', () => {
  const lines = reportLines({
    format: 'pi',
    formatTitle: 'Pi session',
    version: '3',
    read: 3,
    kept: 2,
    repaired: [],
    keptAsIs: [],
    leftOut: [],
  })
  expect(lines.map((line) => `${line.what}: ${line.words}`)).toEqual([
    'Read: 3 records (Pi session).',
    'Kept: 2 entries. Nothing is missing.',
  ])
})

test('[UI35] what was repaired or left out is counted and listed with its lines', () => {
  const torn = { line: 7, message: 'the line is torn' }
  const note = { line: 2, message: 'm' }
  const lines = reportLines({
    format: 'x',
    formatTitle: 'X',
    version: '1',
    read: 1,
    kept: 1,
    repaired: [note],
    keptAsIs: [note],
    leftOut: [torn],
  })
  expect(lines.map((line) => line.what)).toEqual(['Read', 'Kept', 'Repaired', 'Odd', 'Left out'])
  expect(lines[1]?.words).toBe('1 entry.')
  expect(lines[4]).toMatchObject({ words: '1 place of the file, for the reason given:', notes: [torn], alarming: true })
})

test('[UI35] nothing is said to be whole beside what was cut, and a file of a header alone holds no entries', () => {
  const report = {
    format: 'pi',
    formatTitle: 'Pi session',
    version: '3',
    read: 3,
    kept: 2,
    repaired: [],
    keptAsIs: [],
    leftOut: [],
  }
  const note = { line: 2, message: 'its longest texts were cut' }
  expect(reportLines({ ...report, repaired: [note] })[1]?.words).toBe('2 entries.')
  expect(reportLines({ ...report, keptAsIs: [note] })[1]?.words).toBe('2 entries.')
  expect(reportLines({ ...report, read: 1, kept: 0 })[1]?.words).toBe('The file holds no entries.')
  expect(reportLines({ ...report, kept: 0, leftOut: [note] })[1]?.words).toBe('0 entries.')
})

test('[UI35] notes stand in the order of the file, those about no line last', () => {
  const notes = [{ message: 'whole' }, { line: 9, message: 'b' }, { line: 2, message: 'a' }]
  const report = {
    format: 'pi',
    formatTitle: 'Pi session',
    version: '3',
    read: 9,
    kept: 9,
    repaired: notes,
    keptAsIs: notes,
    leftOut: notes,
  }
  for (const line of reportLines(report).slice(2))
    expect(line.notes.map(({ message }) => message)).toEqual(['a', 'b', 'whole'])
})

test('[UI123] a file whose entries are fewer or more than its records says why nothing is missing', () => {
  const report = {
    format: 'x',
    formatTitle: 'X',
    version: '1',
    read: 211,
    kept: 127,
    repaired: [],
    keptAsIs: [],
    leftOut: [],
  }
  expect(reportLines(report)[1]?.words).toBe('127 entries. Nothing is missing: several records can make one entry.')
  expect(reportLines({ ...report, read: 96, kept: 192 })[1]?.words).toBe(
    '192 entries. Nothing is missing: one record can make several entries.',
  )
  // A header is a record, and is no entry.
  expect(reportLines({ ...report, read: 128 })[1]?.words).toBe('127 entries. Nothing is missing.')
})
