import { expect, test } from 'vitest'
import { fenced, quoted, shortened } from './blocks.ts'
import { escapeMarkdown, plainInline } from './escape.ts'

test('[FM17] what would be HTML is shown as it was typed', () => {
  expect(escapeMarkdown('<script>alert(1)</script> a < b && x<y &amp; <!-- -->')).toBe(
    '&lt;script>alert(1)&lt;/script> a < b && x&lt;y &amp;amp; &lt;!-- -->',
  )
})

test('[FM17] code stays as it is, in fences and in spans', () => {
  expect(escapeMarkdown('see `Array<string>` and ``a`<b>`` or <i>')).toBe('see `Array<string>` and ``a`<b>`` or &lt;i>')
  expect(escapeMarkdown('```html\n<b>&amp;</b>\n```\n<b>')).toBe('```html\n<b>&amp;</b>\n```\n&lt;b>')
})

test('[FM17] where code is not certain, it is escaped', () => {
  expect(escapeMarkdown('a ` b\nc ` <b> `')).toBe('a ` b\nc ` &lt;b> `')
  expect(escapeMarkdown('\\` <b> `')).toBe('\\` &lt;b> `')
  expect(escapeMarkdown('| ` | <b> ` |')).toBe('| ` | &lt;b> ` |')
  expect(escapeMarkdown('- ```\n  <b>\n  ```\n<b>')).toBe('- ```\n  &lt;b>\n  ```\n&lt;b>')
  expect(escapeMarkdown('a ` b\n\n`<b>`')).toBe('a ` b\n\n`<b>`')
})

test('[FM17] a fence that is left open is closed', () => {
  expect(escapeMarkdown('````\n```\n<b>')).toBe('````\n```\n<b>\n````')
  expect(escapeMarkdown('~~~\n```')).toBe('~~~\n```\n~~~')
})

test('[FM17] a fence is longer than any run of backticks inside', () => {
  expect(fenced('a\n')).toBe('```\na\n```')
  expect(fenced('x ````` y', 'js')).toBe('``````js\nx ````` y\n``````')
})

test('[FM17] a name is no markup', () => {
  expect(plainInline('*a*\n# <b>[x](y)')).toBe('\\*a\\* \\# &lt;b&gt;\\[x\\](y)')
})

test('[FM17] a quotation keeps everything inside', () => {
  expect(quoted('# a\n\n```\ncode')).toBe('> # a\n>\n> ```\n> code\n> ```')
})

test('[FM17] long output says how much is missing', () => {
  expect(shortened('abcdef', 4)).toBe('abcd\n[2 more characters]')
})
