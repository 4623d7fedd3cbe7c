import { expect, test } from 'vitest'
import { entryId, participantId } from '../../entry/ids.ts'
import { checkEntry, type Entry } from '../../entry/entry.ts'
import {
  answerEntry,
  callEntry,
  factEntry,
  labelEntry,
  resultEntry,
  settingEntry,
  userEntry,
} from '../../tree/sample-entries.ts'
import { importText, treeOf } from '../testing/sample-file.ts'
import { exportHtml } from './export-html.ts'
import { safeMarkdown } from './safe-markdown.ts'
import { shownTree } from './shown-tree.ts'

const people = new Map([[participantId('alice'), { name: 'Alice Adler', color: 2, kind: 'human' as const }]])

function pageOf(entries: readonly Entry[], leaf: string | null): string {
  return [...exportHtml(treeOf(...entries), leaf === null ? null : entryId(leaf), { title: 'T', people })].join('')
}

function made(id: string, fields: object): Entry {
  const check = checkEntry({ ...userEntry(id, null, 1), message: undefined, ...fields })
  if (!check.ok) throw new Error(check.problem)
  return check.entry
}

/** Ids of the articles in the branch, and of those behind it. */
function articles(page: string): { branch: string[]; rest: string[] } {
  const [branch = '', rest = ''] = page.split('<noscript>')
  const ids = (part: string): string[] => [...part.matchAll(/<article [^>]*?id="([^"]*)"/g)].map(([, id]) => id ?? '')
  return { branch: ids(branch), rest: ids(rest) }
}

const FORK = [
  userEntry('a', null, 1),
  answerEntry('b', 'a', 2),
  userEntry('left', 'b', 3),
  userEntry('right', 'b', 4),
  labelEntry('l', 'left', 5, 'left', 'good'),
]

test('[FM70] the branch is there in full, every other entry once behind it, and the same tree gives the same page', () => {
  const page = pageOf(FORK, 'right')
  expect(articles(page)).toEqual({ branch: ['a', 'b', 'right'], rest: ['left'] })
  expect(pageOf(FORK.toReversed(), 'right')).toBe(page)
  expect(page).toContain(`default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-`)
  expect(() => importText(page)).toThrow('web page that holds no session')
  expect(() => pageOf(FORK, 'nowhere')).toThrow('The entry nowhere is not in this session.')
})

test('[FM70] pieces whose parents are missing, several roots, settings, and a place on a fact are shown', () => {
  const setting = settingEntry('s', 'root2', 3, { type: 'model_change', provider: 'p', modelId: 'm-9' })
  const entries = [userEntry('root1', null, 1), userEntry('root2', null, 2), setting, userEntry('torn', 'gone', 4)]
  const page = pageOf(entries, 's')
  expect(articles(page)).toEqual({ branch: ['root2', 's'], rest: ['root1', 'torn'] })
  expect(page).toContain('Model: m-9')
  expect(page.split('What came before is missing.')).toHaveLength(2)
  const fact = factEntry('f', 'a', 9, 'coppice.comment')
  expect(articles(pageOf([...FORK, fact], 'f')).branch).toEqual(['a', 'f'])
  expect(articles(pageOf([...FORK, fact], 'b'))).toEqual({ branch: ['a', 'b'], rest: ['left', 'right'] })
  expect(articles(pageOf([factEntry('only', null, 1, 'coppice.x')], 'only')).branch).toEqual(['only'])
  expect(pageOf([], null)).toContain('Nothing was said on this branch.')
})

test('[FM130] types of other tools are called in words; hidden words of a chat are read', () => {
  const page = pageOf(
    [
      made('empty', { type: 'custom', customType: 'loom.empty' }),
      made('b', { type: 'custom', customType: 'sillytavern.hidden', data: { name: 'Jo', text: 'Between **us**' } }),
      made('d', { type: 'custom', customType: 'of.an-extension', data: { n: 2 } }),
      made('e', { type: 'custom_message', customType: 'codex.context', content: 'Be brief' }),
    ],
    'e',
  )
  for (const words of [
    '<p class="set">A piece without words</p>',
    '<bdi>Hidden from the model</bdi></h2>',
    'Between <strong>us</strong>',
    'of.an-extension',
    '<bdi>Written by Codex</bdi></h2>',
  ])
    expect(page).toContain(words)
  for (const raw of ['loom.empty<', 'sillytavern.hidden<', 'codex.context<']) expect(page).not.toContain(raw)
  const record = (data: object): Entry => made('r', { type: 'custom', customType: 'coppice.unknown-record', data })
  expect(pageOf([record({ type: 'progress' })], 'r')).toContain('Record of the type progress<')
  expect(pageOf([record({ n: 1 })], 'r')).toContain('Record of an unknown type<')
})

test('[FM136] a row of the outline says what an entry is that says nothing; a result is no second call; a place that goes on says so', () => {
  const empty = made('e', { type: 'custom', customType: 'loom.empty' })
  const page = pageOf([empty, userEntry('a', 'e', 2), userEntry('b', 'e', 3)], 'e')
  expect(page).toMatch(/<a data-n="0"[^>]*><bdi>A piece without words<\/bdi>/)
  expect(page).toContain('<p class="note">2 branches go on from here: they are in the list of entries.</p>')
  const calls = [callEntry('c', null, 1, 'x'), resultEntry('r', 'c', 2, 'x')]
  const talk = pageOf(calls, 'r')
  expect(talk).toContain('<span class="name">run</span>')
  expect(talk).toContain('<span class="name">Result of a tool</span>')
  expect(talk).not.toContain('go on from here')
})

test('[FM136] a record that is no talk and only holds a place is out of sight until someone goes there', () => {
  const root = made('r', { type: 'custom', customType: 'coppice.unknown-record', data: { id: 'r' } })
  const page = pageOf([root, userEntry('a', 'r', 2)], 'a')
  expect(articles(page).branch).toEqual(['r', 'a'])
  expect(page).toMatch(/id="r" class="step quiet"/)
  expect(pageOf([root], 'r')).toMatch(/id="r" class="step"/)
})

test('[FM144] a prompt of Claude Code is what was typed and what that put out; the whole of it is folded', () => {
  const content =
    '<command-message>review is running…</command-message>\n<command-name>/review</command-name>\n<local-command-stdout>\u001b[1mdone\u001b[22m</local-command-stdout>'
  const page = pageOf(
    [made('x', { type: 'message', message: { role: 'user', content }, source: { format: 'claude-code', line: 1 } })],
    'x',
  )
  expect(page).toContain('<p class="plain" dir="auto">/review</p><pre tabindex="0"><code>done</code></pre><details>')
  expect(page).toContain('<span class="name">As the model is given it</span>')
  expect(page).toContain('&lt;command-message&gt;review is running')
  expect(page.match(/&lt;command-message&gt;/g)).toHaveLength(1)
})

test('[FM131] an answer that is not whole says why, in the words of the web app', () => {
  const ended = (message: object): Entry =>
    made('x', { type: 'message', message: { role: 'assistant', content: [{ type: 'text', text: 'So' }], ...message } })
  const notes = [
    ended({ stopReason: 'length' }),
    ended({ stopReason: 'aborted' }),
    ended({ stopReason: 'aborted', errorMessage: 'Stopped by <Jo>' }),
    ended({ stopReason: 'error', errorMessage: 'Rate limit', content: [] }),
    ended({ stopReason: 'error' }),
    ended({ stopReason: 'stop' }),
  ].map((entry) => / class="note[^>]*>([^<]*)</.exec(pageOf([entry], entry.id))?.[1])
  expect(notes).toEqual([
    'Cut off before it was done',
    'Stopped before it was done',
    'Stopped by &lt;Jo&gt;',
    'Rate limit',
    'Failed, and the model did not say why',
    undefined,
  ])
})

test('[FM75] a chain of 100,000 entries, and as many siblings, are laid out; thousands are written', () => {
  const chain = Array.from({ length: 100_000 }, (_, n) => userEntry(`e${n}`, n === 0 ? null : `e${n - 1}`, n))
  expect(shownTree(treeOf(...chain), entryId('e99999')).at(-1)).toMatchObject({
    id: 'e99999',
    level: 0,
    parent: 99_998,
  })
  const wide = Array.from({ length: 100_000 }, (_, n) => userEntry(`e${n}`, n === 0 ? null : 'e0', n))
  expect(shownTree(treeOf(...wide), entryId('e1')).at(-1)).toMatchObject({ level: 1, parent: 0, place: 99_998 })
  expect(articles(pageOf(wide.slice(0, 5_000), 'e1')).rest).toHaveLength(4_998)
})

test('[FM73] Markdown becomes tags of ours alone', () => {
  for (const [text, html] of [
    ['**a** _b_ ~~c~~ `d`', '<p dir="auto"><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>'],
    ['<b onclick=x>y</b>', '<p dir="auto">&lt;b onclick=x&gt;y&lt;/b&gt;</p>'],
    ['[x](javascript:y)', '<p dir="auto">x (javascript:y)</p>'],
    [
      '[x](https://a.example/?"q=1&r)',
      '<p dir="auto"><a href="https://a.example/?&quot;q=1&amp;r" rel="noreferrer noopener" target="_blank">x</a></p>',
    ],
    ['![x](http://a.example/i.png)', /^<p dir="auto"><a href="http:[^<]*>\[image: x\]<\/a><\/p>$/],
    ['![x](data:image/svg+xml;base64,AAAA)', '<p dir="auto">[image: x] (data:image/svg+xml;base64,AAAA)</p>'],
    ['![x](data:image/png;base64,AAAA)', '<p dir="auto"><img src="data:image/png;base64,AAAA" alt="x"></p>'],
    ['a \u202e b', '<p dir="auto">a <span class="sign">⟨U+202E⟩</span> b</p>'],
    ['&lt;b&gt; &copy;', '<p dir="auto">&amp;lt;b&amp;gt; &amp;copy;</p>'],
    ['```js\n</pre>\n```', '<pre tabindex="0"><code>&lt;/pre&gt;</code></pre>'],
    ['3. a\n4. b', /^<ol start="3"><li>.*a.*<\/li><li>.*b.*<\/li><\/ol>$/],
    ['x'.repeat(70_000), /^<p class="plain" dir="auto">x+<\/p>$/],
    ['>'.repeat(30_000), /^<(?:p class="plain"|blockquote)/],
    [
      '  '
        .repeat(300)
        .split('  ')
        .map((_, n) => `${' '.repeat(n * 2)}- x`)
        .join('\n')
        .slice(0, 59_000),
      /^<(?:ul|p)/,
    ],
  ] as const) {
    const made = safeMarkdown(text)
    if (typeof html === 'string') expect(made).toBe(html)
    else expect(made).toMatch(html)
  }
})

test('[FM139] the page shows no time where the file had none', () => {
  const message = { role: 'user', content: 'Which beds?' }
  const page = pageOf(importText(JSON.stringify([message])).entries, null)
  expect(page).toContain('Which beds?')
  expect(page).not.toContain('<time')
  expect(pageOf(importText(JSON.stringify([{ ...message, timestamp: 1_770_000_000 }])).entries, null)).toContain(
    '<time',
  )
})

test('[UI153] summaries and notes that an older Pi kept as messages are called in words', () => {
  const entries = [
    made('s', { type: 'message', message: { role: 'branchSummary', summary: 'Tried B', fromId: 'x' } }),
    made('c', { type: 'message', message: { role: 'compactionSummary', summary: 'So far' } }),
    made('m', { type: 'message', message: { role: 'custom', customType: 'codex.context', content: 'Be brief' } }),
  ]
  const page = pageOf(entries, 'm')
  for (const words of ['Summary of another branch', 'Summary of the earlier conversation', 'Written by Codex'])
    expect(page).toContain(words)
  expect(page).not.toMatch(/branchSummary|compactionSummary/)
})

test('[UI160] a thought on the page says its first words before it is opened', () => {
  const content = [{ type: 'thinking', thinking: '**Reading `a.ts` first**\n\nThen the rest.' }]
  const page = pageOf([made('t', { type: 'message', message: { role: 'assistant', content } })], 't')
  expect(page).toContain(
    '<span class="name">Thinking</span> <span class="hint">Reading a.ts first</span></summary><p class="plain" dir="auto">',
  )
})

test('[UI154] formulas on the page keep what Markdown would take from them', () => {
  expect(safeMarkdown('The mean \\( a_1 * b_1 * \\frac{1}{3} \\).')).toContain('<code>a_1 * b_1 * \\frac{1}{3}</code>')
  expect(safeMarkdown('\\[\nx^2\n\\]')).toContain('x^2')
  expect(safeMarkdown('\\[\nx^2\n\\]')).toContain('<pre')
})
