// The HTML export in a real browser, opened from a file.
import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { checkEntry, participantId, type Entry, type ParticipantId, type Person } from '@coppice/shared'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath, launchBrowser, newPerson } from '../support/browser.ts'
import { openExport, pageOf, type ExportedPage } from '../support/html-page.ts'
import { piFile } from '../support/pi-file.ts'
import { openDropped } from '../support/session-page.ts'
import { startServer } from '../support/start-server.ts'

const PEOPLE = new Map<ParticipantId, Person>([
  [participantId('mia'), { name: 'Mia Kern', color: 1, kind: 'human' }],
  [participantId('agent:demo'), { name: 'Demo', color: 3, kind: 'agent' }],
])

let clock = 0
function said(id: string, parentId: string | null, text: string, role: 'user' | 'assistant' = 'user'): Entry {
  clock += 1
  const content = role === 'user' ? text : [{ type: 'text', text }]
  return entryOf({
    id,
    parentId,
    type: 'message',
    author: role === 'user' ? 'mia' : 'agent:demo',
    timestamp: new Date(Date.UTC(2026, 0, 5, 9) + clock * 1000).toISOString(),
    message: { role, content },
  })
}

function entryOf(value: object): Entry {
  const check = checkEntry(value)
  if (!check.ok) throw new Error(check.problem)
  return check.entry
}

/**
 * start → first → (left → left answer, right → right answer → (again, once more)), with a label on the right.
 * Ids as other tools write them.
 */
const ENTRIES = [
  said('start', null, 'Where does it stall?'),
  said('msg/2 ü', 'start', 'In the **reader**.', 'assistant'),
  said('left', 'msg/2 ü', 'Try a smaller batch'),
  said('left-answer', 'left', 'Smaller it is.', 'assistant'),
  said('right', 'msg/2 ü', 'Try a larger batch'),
  said('right-answer', 'right', 'Larger it is.', 'assistant'),
  said('again', 'right-answer', 'And now?'),
  said('once-more', 'right-answer', 'Once more'),
  entryOf({ ...said('mark', 'right', ''), type: 'label', targetId: 'right', label: 'the good one' }),
]
const PAGE: ExportedPage = { title: 'Billing import', leaf: 'again', people: PEOPLE }

const shown = (page: Page): Promise<string[]> =>
  page.locator('.path article').evaluateAll((articles) => articles.map(({ id }) => id))
const currentId = (page: Page): Promise<string | null> => page.locator('article[aria-current]').getAttribute('id')
const OPENING = ['start', 'msg/2 ü', 'right', 'right-answer', 'again']
const LEFT = ['start', 'msg/2 ü', 'left', 'left-answer']

describe.skipIf(chromiumPath === undefined)('an exported page (needs a Chromium)', () => {
  test('[FM70] opens from a file on the branch asked for, without a request or an error', async () => {
    const browser = await launchBrowser()
    const { page, trouble } = await openExport(browser, pageOf(ENTRIES, PAGE))
    expect(await page.title()).toBe('Billing import')
    expect(await shown(page)).toEqual(OPENING)
    const text = await page.locator('.path').textContent()
    for (const words of ['Mia Kern', 'Where does it stall?', 'Demo', 'In the reader.', '★ the good one'])
      expect(text).toContain(words)
    expect(await page.locator('.path strong').textContent()).toBe('reader')
    expect(await page.locator('nav a').count()).toBe(8)
    expect(trouble).toEqual([])
  })

  test('[FM71] a click in the outline, and the arrow keys, show the path through an entry; its address does too', async () => {
    const browser = await launchBrowser()
    const html = pageOf(ENTRIES, PAGE)
    const { page, trouble } = await openExport(browser, html)
    await page.getByRole('link', { name: 'Try a smaller batch' }).click()
    expect(await shown(page)).toEqual(LEFT)
    expect(await currentId(page)).toBe('left')
    expect(page.url()).toContain('#left')
    await page.keyboard.press('ArrowRight')
    expect(await shown(page)).toEqual(OPENING)
    expect(await currentId(page)).toBe('right')
    // The outline keeps the focus: down is its next row.
    await page.keyboard.press('ArrowDown')
    expect(await currentId(page)).toBe('right-answer')
    await page.goBack()
    expect(await currentId(page)).toBeTruthy()

    const second = await openExport(browser, html, { hash: `#${encodeURIComponent('msg/2 ü')}` })
    expect(await currentId(second.page)).toBe('msg/2 ü')
    await second.page.keyboard.press('ArrowDown')
    expect(await currentId(second.page)).toBe('right')
    await second.page.keyboard.press('ArrowLeft')
    expect(await shown(second.page)).toEqual(LEFT)
    await second.page.keyboard.press('ArrowUp')
    await second.page.keyboard.press('ArrowUp')
    expect(await currentId(second.page)).toBe('start')
    await second.page.locator('#once-more').waitFor({ state: 'detached' })

    const third = await openExport(browser, html, { hash: '#nowhere' })
    expect(await third.page.getByRole('status').innerText()).toBe('The entry nowhere is not in this file.')
    expect(await shown(third.page)).toEqual(OPENING)
    expect([...trouble, ...second.trouble, ...third.trouble]).toEqual([])
  })

  test('[FM71] a branch point leads to the branch before and after', async () => {
    const browser = await launchBrowser()
    const { page } = await openExport(browser, pageOf(ENTRIES, PAGE))
    const right = page.locator('#right')
    expect(await right.locator('.switch').textContent()).toContain('Branch 2 of 2')
    await right.getByRole('link', { name: 'Previous branch' }).click()
    expect(await shown(page)).toEqual(LEFT)
    await page.locator('#left').getByRole('link', { name: 'Next branch' }).click()
    // Whoever comes back stands on the branch they left.
    expect(await shown(page)).toEqual(OPENING)
    await page.locator('#again').getByRole('link', { name: 'Next branch' }).click()
    expect((await shown(page)).at(-1)).toBe('once-more')
  })

  test('[FM72] without scripts the branch is there in full, and the rest as a list', async () => {
    const browser = await launchBrowser()
    const { page } = await openExport(browser, pageOf(ENTRIES, PAGE), { javaScriptEnabled: false })
    const text = (await page.locator('main').textContent()) ?? ''
    expect(text.indexOf('And now?')).toBeLessThan(text.indexOf('Other branches'))
    expect(text.indexOf('Other branches')).toBeLessThan(text.indexOf('Try a smaller batch'))
    await page.getByRole('link', { name: 'Once more' }).click()
    expect(new URL(page.url()).hash).toBe('#once-more')
    expect(await page.locator('article').count()).toBe(8)
  })

  test('[FM73] nothing of the content runs, is fetched, or breaks out of its place', async () => {
    const browser = await launchBrowser()
    const attacks = [
      '<script>alert(1)</script>',
      '</script><script>alert(2)</script>',
      '</noscript><img src=x onerror=alert(3)>',
      '<article data-n="0" id="start">forged',
      '[a](javascript:alert(4)) [b](JaVaScRiPt:alert`5`) [c](data:text/html,<script>alert(6)</script>) <javascript:alert(7)>',
      '![x](http://127.0.0.1:9/track.png) ![y](data:image/svg+xml;base64,PHN2Zy8+)',
      '<iframe src="http://127.0.0.1:9/"></iframe><style>body{display:none}</style><base href="http://127.0.0.1:9/">',
      '[x](http://a.example/"onmouseover="alert(8)) `</code><b>`',
      '\u202Egnp.exe \u0000 \u001b[31mred\u001b[0m',
      '```html\n</pre><script>alert(9)</script>\n```',
      'x'.repeat(300_000),
      '>'.repeat(30_000),
      '- '.repeat(8_000),
      '[['.repeat(20_000),
      '| a | b |\n|---|---|\n| <b onclick=alert(10)>x</b> | </td> |',
    ]
    const entries: Entry[] = []
    for (const [n, attack] of attacks.entries()) {
      const parent = entries.at(-1)?.id ?? null
      entries.push(said(`p${n}`, parent, attack), said(`a${n}`, `p${n}`, attack, 'assistant'))
    }
    const image = { type: 'image', mimeType: 'image/svg+xml', data: 'PHN2Zy8+' }
    const odd = { type: 'image', mimeType: 'image/png"onerror="alert(11)', data: '"onerror="alert(12)' }
    entries.push(entryOf({ ...said('img', 'p0', ''), message: { role: 'user', content: [image, odd] } }))
    entries.push(
      entryOf({
        ...said('call', 'img', '', 'assistant'),
        message: {
          role: 'assistant',
          content: [{ type: 'toolCall', id: 't', name: '<b>rm</b>', arguments: { a: attacks[1] } }],
          stopReason: 'error',
          errorMessage: attacks[2],
        },
      }),
    )
    entries.push(said('"><script>alert(13)</script>', 'call', 'under a bad id'))
    entries.push(said('__proto__', 'call', 'under another'))
    entries.push(entryOf({ ...said('l', 'p0', ''), type: 'label', targetId: 'p0', label: attacks[2] }))
    const people = new Map(PEOPLE).set(participantId('mia'), {
      name: '</h2><script>alert(14)</script>',
      color: 0,
      kind: 'human',
    })
    const html = pageOf(entries, { title: `</title>${attacks[1]}`, leaf: entries[29]?.id ?? null, people })
    for (const javaScriptEnabled of [true, false]) {
      const { page, trouble } = await openExport(browser, html, { javaScriptEnabled })
      expect(await page.locator('body > script').count()).toBe(2)
      expect(await page.locator('script').count()).toBe(2)
      expect(await page.locator('#p8').textContent()).toContain('⟨U+202E⟩gnp.exe ⟨U+0000⟩')
      if (javaScriptEnabled) {
        for (const id of ['call', '__proto__', '"><script>alert(13)</script>']) {
          await page.evaluate((hash) => (location.hash = hash), encodeURIComponent(id))
          await page.locator('article[aria-current]').waitFor()
          expect(await currentId(page)).toBe(id)
        }
        expect((await shown(page)).slice(0, 3)).toEqual(['p0', 'img', 'call'])
        await page.locator('.path article').first().hover()
      }
      const attributes = await page
        .locator('*')
        .evaluateAll((elements) =>
          elements.flatMap(({ attributes }) =>
            [...attributes].map(({ name, value }) => `${name}=${value.slice(0, 30)}`),
          ),
        )
      expect(attributes.filter((attribute) => /^on|javascript:|^src=(?!data:image\/png)/i.test(attribute))).toEqual([])
      expect(await page.locator('iframe, base, article style, article b, object, embed, svg').count()).toBe(0)
      expect(trouble).toEqual([])
    }
    const policy = await openExport(browser, html.replace('<main>', '<main><img src="http://127.0.0.1:9/x.png">'))
    expect(policy.trouble.join()).toContain('Content Security Policy')
  })

  test('[FM74] accessible and readable in light and dark, wide and narrow, and on paper', async () => {
    const browser = await launchBrowser()
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
    const rich = [
      ...ENTRIES,
      said(
        'rich',
        'again',
        '# Title\n\n1. one\n2. two\n\n```js\nlet a = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> said\n\n- [x] done\n\n[link](https://example.org)',
        'assistant',
      ),
      entryOf({
        ...said('picture', 'rich', ''),
        message: { role: 'user', content: [{ type: 'image', mimeType: 'image/png', data: png }] },
      }),
    ]
    const html = pageOf(rich, { ...PAGE, leaf: 'picture' })
    for (const dark of [false, true]) {
      for (const width of [1440, 390]) {
        const { page, trouble } = await openExport(browser, html, { dark, width })
        await page.keyboard.press('ArrowDown')
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`),
        ).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
        expect(trouble).toEqual([])
      }
    }
    const { page } = await openExport(browser, html)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('nav').isVisible()).toBe(false)
    expect(await page.locator('#rich').isVisible()).toBe(true)
    expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('[FM76] the menu of a session gives the page and the Coppice file', async () => {
    const server = await startServer()
    const browser = await launchBrowser()
    const { page, errors } = await newPerson(browser)
    await openDropped(page, server, 'sample.jsonl', piFile(3))
    for (const [name, ending, start] of [
      ['Page (.html)', 'html', '<!doctype html>'],
      ['Coppice file (.json)', 'json', '{"format":"coppice","version":1,'],
    ] as const) {
      await page.getByRole('button', { name: 'More' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name }).click()
      const file = await download
      expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${ending}$`))
      expect(readFileSync(await file.path(), 'utf8').slice(0, start.length)).toBe(start)
    }
    expect(errors).toEqual([])
  })

  test('[FM75] ten thousand entries open, and any of them is a click away', async () => {
    const browser = await launchBrowser()
    const entries = Array.from({ length: 10_000 }, (_, n) =>
      said(`e${n}`, n === 0 ? null : n % 100 === 99 ? `e${n - 40}` : `e${n - 1}`, `Entry ${n}`),
    )
    const { page, trouble } = await openExport(browser, pageOf(entries, { ...PAGE, leaf: 'e9998' }))
    await page.locator('nav a', { hasText: /^.*Entry 4950$/ }).click()
    expect(await currentId(page)).toBe('e4950')
    expect(await page.locator('#e4950').isVisible()).toBe(true)
    expect(trouble).toEqual([])
  })
})
