import { expect, test } from 'vitest'
import { safeTarget } from './link-target.ts'

test('[UI22] only absolute addresses of the web and of mail are opened', () => {
  expect(safeTarget('https://example.com/a?b#c')).toBe('https://example.com/a?b#c')
  expect(safeTarget('mailto:mia@example.com')).toBe('mailto:mia@example.com')
  for (const bad of [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc',
    '/a',
    '#a',
    '',
    undefined,
  ])
    expect(safeTarget(bad), bad).toBeUndefined()
})
