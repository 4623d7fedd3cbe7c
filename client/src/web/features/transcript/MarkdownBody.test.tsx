import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { withVisibleControls } from '../tree/visible-controls.ts'
import { MarkdownBody } from './MarkdownBody.tsx'

function rendered(text: string, streaming = false): string {
  return renderToStaticMarkup(<MarkdownBody text={withVisibleControls(text)} streaming={streaming} />)
}

test('[UI20] HTML in an answer is shown as text and never built', () => {
  for (const text of [
    '<script>alert(1)</script>',
    'before <img src=x onerror=alert(1)> after',
    '<iframe src="https://evil.example"></iframe>',
    '<div onclick="alert(1)">\nclick\n</div>',
    '<a href="javascript:alert(1)">x</a>',
    '<style>*{display:none}</style>',
    '**bold <b onmouseover=alert(1)>x</b>**',
    '| a |\n| --- |\n| <script>1</script> |',
    '> <details open ontoggle=alert(1)>',
  ]) {
    const html = rendered(text)
    expect(html, text).not.toMatch(
      /<(script|img|iframe|style|b|details)\b|<div[^>]*onclick|javascript:(?!alert\(1\)&quot;)/i,
    )
    expect(html, text).toContain('&lt;')
  }
})

test('[UI21] a picture from elsewhere is a link to it, never a request', () => {
  const html = rendered('![The chart](https://tracker.example/pixel.png?who=mia)')
  expect(html).not.toMatch(/<img|srcset|url\(/i)
  expect(html).toMatch(/<a[^>]+href="https:\/\/tracker\.example\/pixel\.png\?who=mia"[^>]*>Picture: The chart<\/a>/)
  expect(rendered('![x](data:image/svg+xml;base64,PHN2Zz4=)')).not.toMatch(/<img|data:/)
})

test('[UI21] a picture whose address is not complete yet makes no request', () => {
  expect(rendered('see ![chart](https://tracker.example/p', true)).not.toMatch(/<img/i)
})

test('[UI22] links open apart, give nothing away, and lead only to the web or a mail', () => {
  expect(rendered('[docs](https://example.com/a)')).toMatch(
    /<a href="https:\/\/example\.com\/a" target="_blank" rel="noopener noreferrer nofollow"/,
  )
  for (const href of [
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '/relative',
    'blob:x',
  ])
    expect(rendered(`[x](${href})`), href).not.toMatch(/<a\b/)
})

test('[UI8] characters that turn text around are visible in prose and in code', () => {
  const html = rendered('a \u202Eb\n\n```\nif (x \u2066) {}\n```\n\n`c\u202D`')
  expect(html).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/)
  expect(html.match(/⟨U\+20[26][0-9A-E]⟩/g)).toHaveLength(3)
})

test('[UI23] Markdown becomes plain elements, headings below those of the page', () => {
  const html = rendered('# One\n\n- **a**\n\n| x |\n| --- |\n| 1 |\n\n```ts\nconst a = 1\n```\n\n`b`')
  for (const part of ['<h3>One</h3>', '<strong>a</strong>', '<td>1</td>', '<code>b</code>'])
    expect(html).toContain(part)
  expect(html).toMatch(/<pre[^>]*><code[^>]*>const a = 1\n?<\/code><\/pre>/)
})

test('[UI23] what is still open while an answer is being written is closed for now', () => {
  expect(rendered('This is **import', true)).toContain('<strong>import</strong>')
  expect(rendered('This is **import', false)).not.toContain('<strong>')
})
