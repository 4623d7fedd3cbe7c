import { expect, test } from 'vitest'
import { headerLine, importLines, line, timeAt, userLine } from '../testing/sample-file.ts'
import { problemWords } from './problem-words.ts'

test('[FM149] a report says what is wrong with a record in plain words', () => {
  const problems = [
    ['summary: Invalid input: expected string, received undefined', 'its "summary" is missing'],
    ['message.usage: Invalid input: expected object, received array', 'its "message.usage" is a list, not an object'],
    ['a: Invalid input: expected number, received null', 'its "a" is null, not a number'],
    ['entry: something else', 'entry: something else'],
  ] as const
  for (const [problem, words] of problems) expect(problemWords(problem)).toBe(words)
  const base = { id: 'b', parentId: 'a', timestamp: timeAt(2) }
  const { report } = importLines(headerLine(), userLine('a', null), line({ ...base, type: 'label', label: 'x' }))
  expect(report.keptAsIs[0]?.message).toBe('A label record is not valid (its "targetId" is missing) and is kept whole.')
})

test('[FM149] what a file calls something does not fill a report, and every note can be stored', () => {
  const base = { id: 'b', parentId: 'a', timestamp: timeAt(2) }
  const odd = line({ ...base, type: 'x'.repeat(5_000) })
  const torn = line({ ...base, id: 'c', type: 'session_info', name: `${'n'.repeat(90)}\ud800` })
  const half = line({ ...base, id: 'd', type: '\ud800' })
  const { report, title } = importLines(headerLine(), userLine('a', null), odd, half, torn)
  for (const { message } of report.keptAsIs)
    expect([message.length < 400, message.isWellFormed()]).toEqual([true, true])
  expect(report.keptAsIs.length).toBeGreaterThan(2)
  expect(title.isWellFormed()).toBe(true)
  expect(importLines(headerLine(), line({ ...base, type: 'session_info', name: 'Half \ud83d' })).title).toBe(
    'Half \ufffd',
  )
})
