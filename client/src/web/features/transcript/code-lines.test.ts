import { expect, test } from 'vitest'
import { joinLines, linesOfRuns } from './code-lines.ts'

const RUNS = [
  { text: 'a\n/* b', kind: undefined },
  { text: ' c\n\nd */', kind: 'comment' as const },
]

test('[UI147] a run over several lines is of its kind on each of them, and the lines together are the code', () => {
  const lines = linesOfRuns(RUNS)
  expect(lines.map((line) => line.map(({ text }) => text).join(''))).toEqual(['a', '/* b c', '', 'd */'])
  expect(lines[3]).toEqual([{ text: 'd */', kind: 'comment' }])
  const marked = joinLines(lines, (at) => `${at} `, 'comment')
  expect(marked.map(({ text }) => text).join('')).toBe('0 a\n1 /* b c\n2 \n3 d */')
  expect(
    joinLines(lines, () => '', undefined)
      .map(({ text }) => text)
      .join(''),
  ).toBe('a\n/* b c\n\nd */')
})
