import { expect, test } from 'vitest'
import { headerLine, importLines, userLine } from '../testing/sample-file.ts'

const oddLinks = (...lines: string[]): string[] =>
  importLines(headerLine(), ...lines).report.keptAsIs.map(({ message }) => message)

test('[SY249] parents on earlier lines are looked at once; one on its own or a later line is followed around', () => {
  expect(oddLinks(userLine('a', null), userLine('b', 'a'), userLine('c', 'a'))).toEqual([])
  expect(oddLinks(userLine('b', 'a'), userLine('a', null))).toEqual([])
  expect(oddLinks(userLine('a', null), userLine('b', 'b'))).toEqual(['b is its own parent.'])
  expect(oddLinks(userLine('a', 'b'), userLine('b', 'a'), userLine('c', 'b'))).toEqual([
    'a, b hang below one another, so no root leads to them.',
  ])
  expect(oddLinks(userLine('a', null), userLine('b', 'nowhere'))).toEqual([
    'b hangs below nowhere, which is not in the file.',
  ])
})

test('[FM149] a long circle is told by its first entries and its size', () => {
  const ids = Array.from({ length: 500 }, (_, at) => `n${at}`)
  expect(oddLinks(...ids.map((id, at) => userLine(id, ids[(at + 1) % 500] ?? null)))).toEqual([
    'n0, n1, n2 and 497 more hang below one another, so no root leads to them.',
  ])
})
