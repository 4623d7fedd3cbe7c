import { expect, test } from 'vitest'
import { callArguments } from './call-arguments.ts'
import { coloringCode, plainCode } from './code-colors.ts'

const withoutTags = (html: string): string => html.replaceAll(/<[^>]+>/g, '')

test('[UI155] the arguments of a call are names and values, and a longer text keeps its own lines', () => {
  const html = callArguments({ file_path: '/w/a.py', content: 'def f():\n  return "a\\n"', limit: 3 }, coloringCode())
  expect(html).toContain('<dl class="args"><div><dt>file_path</dt><dd>/w/a.py</dd></div>')
  expect(html).toContain('<div><dt>limit</dt><dd>3</dd></div></dl><p class="arg">content</p><pre')
  expect(html).toContain('<span class="hk">def</span>')
  expect(withoutTags(html)).toContain('def f():\n  return &quot;a\\n&quot;')
  expect(
    callArguments(
      { command: 'ls -la && git status --short && pwd && echo done && echo done again', n: [1] },
      plainCode,
    ),
  ).toBe(
    '<dl class="args"><div><dt>command</dt><dd>ls -la &amp;&amp; git status --short &amp;&amp; pwd &amp;&amp; echo done &amp;&amp; echo done again</dd></div>' +
      '<div><dt>n</dt><dd>[1]</dd></div></dl>',
  )
  expect(callArguments({ a: { b: 'x'.repeat(200) } }, plainCode)).toContain('<p class="arg">a</p><pre')
  expect(callArguments('plain text', plainCode)).toBe(plainCode('plain text'))
  for (const nothing of [undefined, null, {}, '']) expect(callArguments(nothing, plainCode)).toBe('')
  expect(callArguments([1], plainCode)).toBe(plainCode('[\n  1\n]'))
})

test('[UI155] a change is the lines that differ, taken away and added, between those that do not', () => {
  const html = callArguments({ path: 'a.ts', old_string: 'a\nb', new_string: 'a\nc\n' }, coloringCode())
  expect(withoutTags(html)).toContain('  a\n- b\n+ c')
  expect(html).toContain('<span class="hr">- b</span>')
  const several = {
    edits: [
      { oldText: 'x', newText: '' },
      { oldText: '', newText: 'y' },
    ],
  }
  expect(withoutTags(callArguments(several, plainCode))).toBe('Change- x\n+ y')
})

test('[FM72] nothing of an argument becomes a part of the page', () => {
  const html = callArguments(
    { '<b>': '<i>', long: `</pre><script>${'x'.repeat(200)}`, old_string: '<u>', new_string: '' },
    plainCode,
  )
  expect(html).not.toMatch(/<(?:b|i|u|script)>/)
})
