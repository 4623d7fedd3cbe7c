import { expect, test } from 'vitest'
import { mathAsCode } from './math-as-code.ts'

test('[UI154] formulas between the marks of TeX are shown as they are written, not without their backslashes', () => {
  expect(mathAsCode('The mean \\( a_1 * \\frac{1}{3} \\) and \\(b\\).')).toBe('The mean `a_1 * \\frac{1}{3}` and `b`.')
  expect(mathAsCode('So:\n\n\\[ x^2 \\]\n\nand\n\n  \\[\n  y = 1 \\\\\n  z\n  \\]\nEnd')).toBe(
    'So:\n\n```latex\nx^2\n```\n\nand\n\n  ```latex\n  y = 1 \\\\\n  z\n  ```\nEnd',
  )
  expect(mathAsCode('$$\nx_1\n$$')).toBe('```latex\nx_1\n```')
  expect(mathAsCode('has \\(a ` c\\)')).toBe('has ``a ` c``')
})

test('[UI154] code, what is not closed, and prices stay as they are', () => {
  for (const text of [
    '`\\(a\\)` is how it begins',
    '```\n\\(a\\)\n\\[\nb\n\\]\n```',
    '~~~\n\\(a\\)\n~~~',
    'an open \\( bracket',
    'from $5 to $$10 and \\$3',
    '\\[not a link\\](x) [a](b)',
    'plain',
    '',
  ])
    expect(mathAsCode(text), text).toBe(text)
})

test('[UI154] a text made of openings only takes no time that grows with its square', () => {
  const hostile = '\\(a '.repeat(50_000)
  expect(mathAsCode(hostile)).toBe(hostile)
})
