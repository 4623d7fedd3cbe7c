import { expect, test } from 'vitest'
import { pageOf } from './page.ts'

const ORDER = ['First', 'Second', 'Third']

test('[BN9] what is measured takes the place of its old section; the others stay, in the order of the page', () => {
  const before = pageOf('', [section('Third', 'c1'), section('First', 'a1\n\n| | x |\n|---|---|')], ORDER)
  const after = pageOf(before, [section('Second', 'b2'), section('Third', 'c2')], ORDER)
  expect(titles(after)).toEqual(ORDER)
  expect(after).toContain('## First\n\na1\n\n| | x |\n|---|---|\n\n## Second\n\nb2\n\n## Third\n\nc2\n')
  expect(after).not.toContain('c1')
  expect(pageOf(after, [], ORDER)).toBe(after)
})

test('[BN9] sections the page does not know are dropped', () => {
  expect(titles(pageOf('# Benches\n\n## Gone\n\nold\n', [section('First', 'a')], ORDER))).toEqual(['First'])
})

function section(title: string, body: string) {
  return { title, body }
}

function titles(page: string): string[] {
  return [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title ?? '')
}
