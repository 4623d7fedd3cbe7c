import { expect, test } from 'vitest'
import { coloringCode, MAX_COLORED_BLOCK, MAX_COLORED_PAGE, plainCode } from './code-colors.ts'
import { safeMarkdown } from './safe-markdown.ts'

const withoutSpans = (html: string): string => html.replaceAll(/<span class="h\w">|<\/span>/g, '')

test('[FM137] code whose language is named has colours, and is the same text', () => {
  const html = safeMarkdown('```python\ndef f(x):  # one\n    return "a<b" + 1\n```', coloringCode())
  expect(html).toContain('<span class="hk">def</span>')
  expect(html).toContain('<span class="hs">&quot;a&lt;b&quot;</span>')
  expect(html).toContain('<span class="hc"># one</span>')
  expect(withoutSpans(html)).toBe(plainCode('def f(x):  # one\n    return "a<b" + 1'))
  expect(coloringCode()('+ a\n- b\n c', 'diff')).toContain('<span class="hs">+ a</span>\n<span class="hr">- b</span>\n')
  for (const name of ['ts', 'JSON', 'bash', 'c++', 'yml', 'rs', 'sql', 'html'])
    expect(coloringCode()('if "x" 1', name), name).toContain('<span class="h')
  for (const name of ['', 'unknown', 'constructor', '__proto__', 'a"><b>'])
    expect(coloringCode()('if "x" 1', name), name).toBe(plainCode('if "x" 1'))
})

test('[FM137] whatever the code is, nothing but our spans is added', () => {
  const texts = [
    '</span><script>alert(1)</script>',
    '<b onclick="x">{`${"</code>',
    '\u202e"\u001b[31mred"',
    'a\r\nb\rc',
    '"',
    '/*',
    '🌳\ud800',
    '',
  ]
  for (const language of ['javascript', 'tsx', 'html', 'css', 'python', 'shell', 'diff', 'markdown', 'json', 'rust'])
    for (const text of texts) expect(withoutSpans(coloringCode()(text, language))).toBe(withoutSpans(plainCode(text)))
})

test('[FM137] what is long stays plain, one block or all of a page', () => {
  const long = 'if x\n'.repeat(MAX_COLORED_BLOCK / 5)
  expect(coloringCode()(long, 'python')).toContain('<span')
  expect(coloringCode()(`${long}x`, 'python')).not.toContain('<span')
  const write = coloringCode()
  const colored = Array.from({ length: 80 }, () => write(long, 'python')).filter((html) => html.includes('<span'))
  expect(colored).toHaveLength(MAX_COLORED_PAGE / MAX_COLORED_BLOCK)
})
