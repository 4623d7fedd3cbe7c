import { expect, test } from 'vitest'
import { planAPlanB } from '../demo/plan-a-plan-b.ts'

test('[TR11] the demo prints the tree, both paths, all nodes with their parents, and the error', () => {
  const text = planAPlanB(() => Date.parse('2026-01-01T00:00:00.000Z')).join('\n')
  const part = (heading: string): string => text.split('\n\n').find((block) => block.startsWith(heading)) ?? ''
  expect(part('The path to plan A')).toContain('Plan A')
  expect(part('The path to plan A')).not.toContain('Plan B')
  expect(part('The path to plan B')).toContain('Plan B')
  expect(part('The path to plan B')).not.toContain('Plan A')
  expect(part('The tree').split('\n')).toHaveLength(4)
  expect(part('All nodes').match(/parent: /g)).toHaveLength(3)
  expect(text).toMatch(/SessionError not_found: .*\n {2}One still stands on: plan A$/)
})
