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

test('[FM149] a note does not repeat its line, and tells a person what happened, not how the tool works', () => {
  const bad = [
    '{"x',
    '5',
    '{"type":"mess{"type":"label"',
    '{"a":1,"a":2}',
    String.raw`{"type":"x","id":"s","v":"\ud800"}`,
  ]
  const leaf = line({ type: 'leaf', id: 'l', parentId: 'a', timestamp: timeAt(3), targetId: 'gone' })
  const { report } = importLines(headerLine(), userLine('a', null), ...bad, leaf)
  const notes = [...report.repaired, ...report.keptAsIs, ...report.leftOut]
  expect(notes.length).toBeGreaterThan(6)
  for (const note of notes) expect(note.message).not.toMatch(/\bLine \d|surrogate|leaf/)
  expect(report.leftOut[0]).toEqual({ line: 3, message: 'This line is not valid JSON (3 characters: {"x).' })
  const old = importLines(headerLine(1), '{"type":"message","message":{"role":"user","content":"Hi"}}').report
  expect(old.repaired.map(({ message }) => message)).toEqual([
    'A record has neither an id nor a parent, as in the oldest files: its id depends on its text, and it hangs below the one before it.',
  ])
})
