// What a person sees of a session file they brought: on a desk and on a phone, where room is scarce.
import { AxeBuilder } from '@axe-core/playwright'
import { describe, expect, test } from 'vitest'
import { chromiumPath, dropFile, launchBrowser, newPerson } from '../support/browser.ts'
import { conversation, invite, joinAs, openDropped } from '../support/session-page.ts'
import { startServer } from '../support/start-server.ts'

const MODEL = 'a-model-with-a-long-name-20240229'
const PATH = '/home/anna/work/a-project-with-a-long-name/packages/import/src/readers/stream.ts'

function record(id: string, parentId: string | null, message: object): object {
  return { type: 'message', id, parentId, timestamp: '2026-01-05T09:00:00.000Z', message }
}

function answer(id: string, parentId: string, content: readonly object[]): object {
  return record(id, parentId, { role: 'assistant', content, provider: 'p', model: MODEL, stopReason: 'stop' })
}

const words = (text: string): object => ({ type: 'text', text })
const LONG = 'The reader buffers every row before the first insert, and so the import stalls on two gigabytes. '.repeat(
  2,
)

/** A turn of several answers of one model, calls between them, and a second branch that begins with an answer. */
const FILE = [
  { type: 'session', version: 3, id: 'look', timestamp: '2026-01-05T09:00:00.000Z', cwd: '/w' },
  record('p1', null, { role: 'user', content: 'Why does the import stall?' }),
  answer('a0', 'p1', [words('Another answer to the first prompt')]),
  answer('a1', 'p1', [
    { type: 'thinking', thinking: '**Reading the stream first**\n\nThen the rest.' },
    { type: 'toolCall', id: 'c1', name: 'read', arguments: { file_path: PATH } },
  ]),
  record('r1', 'a1', {
    role: 'toolResult',
    toolCallId: 'c1',
    toolName: 'read',
    content: [words('x')],
    isError: false,
  }),
  answer('a2', 'r1', [words(LONG)]),
  answer('a3', 'a2', [words('Done.')]),
]
  .map((line) => JSON.stringify(line))
  .join('\n')

describe.skipIf(chromiumPath === undefined)('a session file that was brought in (needs a Chromium)', () => {
  test('[UI121] a branch row keeps room for its words beside a long name of a model', async () => {
    const server = await startServer()
    const { page, errors } = await newPerson(await launchBrowser())
    await openDropped(page, server, 'look.jsonl', FILE)
    const row = page.getByRole('treeitem', { name: /Another answer to the first prompt/ })
    const room = await row.locator('.tree-words').evaluate((all) => {
      const said = all.querySelector('bdi')?.getBoundingClientRect()
      return all.getBoundingClientRect().right - (said?.left ?? Infinity)
    })
    expect(room).toBeGreaterThan(80)
    expect(errors).toEqual([])
  })

  test('[UI122] on a phone the name of a file stays in the line of its call', async () => {
    const server = await startServer()
    const { page } = await newPerson(await launchBrowser(), { width: 390, height: 844 })
    await openDropped(page, server, 'look.jsonl', FILE)
    const line = conversation(page).getByRole('button', { name: /^read/ })
    const shown = await line.evaluate((button) => {
      const name = document.createTreeWalker(button, NodeFilter.SHOW_TEXT, {
        acceptNode: ({ textContent }) => (textContent?.endsWith('stream.ts') === true ? 1 : 3),
      })
      const range = document.createRange()
      const node = name.nextNode()
      if (node === null) return false
      const end = node.textContent?.length ?? 0
      range.setStart(node, end - 'stream.ts'.length)
      range.setEnd(node, end)
      const box = range.getBoundingClientRect()
      return document.elementFromPoint(box.right - 2, box.top + box.height / 2)?.closest('button') === button
    })
    expect(shown).toBe(true)
  })

  test('[UI125] a thought says its first words before it is opened', async () => {
    const server = await startServer()
    const { page } = await newPerson(await launchBrowser())
    await openDropped(page, server, 'look.jsonl', FILE)
    await conversation(page).getByRole('button', { name: 'Thought Reading the stream first', exact: true }).waitFor()
  })

  test('[UI126] on a touch screen the actions of an answer that goes on stand beside its words, not over them', async () => {
    const server = await startServer()
    const browser = await launchBrowser()
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const page = await context.newPage()
    await openDropped(page, server, 'look.jsonl', FILE)
    const item = conversation(page).locator('[data-continues]', { hasText: 'buffers every row' })
    await item.locator('.md p').waitFor()
    const covered = await item.evaluate((article) => {
      const actions = article.querySelector('.item-actions')?.getBoundingClientRect()
      const said = document.createRange()
      said.selectNodeContents(article.querySelector('.md p') ?? article)
      return [...said.getClientRects()].some(
        (line) => actions !== undefined && line.right > actions.left && line.top < actions.bottom,
      )
    })
    expect(covered).toBe(false)
  })

  test('[UI134] code is coloured from a worker of our own, the same text as before, readable in both themes', async () => {
    const server = await startServer()
    const browser = await launchBrowser()
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, errors } = await newPerson(browser)
      await page.emulateMedia({ colorScheme })
      const code = 'const rows: string[] = await read("a", 12) // all of them\nexport class Reader {}'
      const file = [
        { type: 'session', version: 3, id: 'code', timestamp: '2026-01-05T09:00:00.000Z', cwd: '/w' },
        record('p1', null, { role: 'user', content: `Why?\n\n\`\`\`ts\n${code}\n\`\`\`` }),
        answer('a1', 'p1', [words(`So:\n\n\`\`\`ts\n${code}\n\`\`\`\n\n\`\`\`no-such-language\nconst a\n\`\`\``)]),
      ]
      await openDropped(page, server, 'code.jsonl', file.map((line) => JSON.stringify(line)).join('\n'))
      const blocks = conversation(page).locator('pre', { hasText: 'all of them' })
      for (const at of [0, 1]) {
        await blocks.nth(at).locator('.code-keyword', { hasText: 'const' }).waitFor()
        expect((await blocks.nth(at).innerText()).trim()).toBe(code)
      }
      expect(
        await conversation(page)
          .locator('pre', { hasText: /^const a$/ })
          .locator('span')
          .count(),
      ).toBe(0)
      const { violations } = await new AxeBuilder({ page })
        .include('[role=log]')
        .withRules(['color-contrast'])
        .analyze()
      expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([])
      expect(errors).toEqual([])
      await page.context().close()
    }
  })

  test('[UI127] the choice of conversations begins in its filter, so that one can type at once', async () => {
    const server = await startServer()
    const { page } = await newPerson(await launchBrowser())
    await page.goto(`${server.url}/signin?token=${server.token}`)
    await page.getByRole('button', { name: 'New session' }).waitFor()
    const message = { author: { role: 'user' }, create_time: 1_770_000_000, content: { parts: ['Question'] } }
    const talks = Array.from({ length: 12 }, (_, at) => ({
      title: `Talk ${at}`,
      create_time: 1_770_000_000 + at,
      conversation_id: `talk-${at}`,
      mapping: { [`u${at}`]: { message, parent: null } },
    }))
    await dropFile(page, 'conversations.json', JSON.stringify(talks))
    const dialog = page.getByRole('dialog', { name: 'Choose what to import' })
    await dialog.getByRole('button', { name: 'Import all 12' }).waitFor()
    await page.keyboard.type('talk 11')
    expect(await dialog.getByLabel('Filter').inputValue()).toBe('talk 11')
  })

  test('[UI135] a guest is told while a file hovers that they may not import, and dropping it does nothing', async () => {
    const server = await startServer()
    const browser = await launchBrowser()
    const { page: owner } = await newPerson(browser)
    await openDropped(owner, server, 'look.jsonl', FILE)
    const { page: guest } = await newPerson(browser)
    await joinAs(guest, await invite(owner), 'Mia')
    await guest.goto(server.url)
    await guest.getByRole('link', { name: /Why does the import stall/ }).waitFor()
    const dataTransfer = await guest.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['[]'], 'a.json'))
      return transfer
    })
    for (const event of ['dragenter', 'dragover']) await guest.dispatchEvent('body', event, { dataTransfer })
    await guest.getByText('Only whoever owns this server can import').waitFor()
    await guest.dispatchEvent('body', 'drop', { dataTransfer })
    await guest.getByText('Only whoever owns this server can import').waitFor({ state: 'detached' })
    expect(await guest.getByRole('dialog').count()).toBe(0)
  })

  test('[UI128] a session that takes a while to open says how much there is', async () => {
    const server = await startServer()
    const { page } = await newPerson(await launchBrowser())
    await openDropped(page, server, 'look.jsonl', FILE)
    // The same session on another device, whose connection is never let through.
    const { page: other } = await newPerson(await launchBrowser())
    await other.route('**/tickets', () => undefined)
    await other.goto(`${server.url}/signin?token=${server.token}`)
    await other.getByRole('link', { name: /Why does the import stall/ }).click()
    await other.getByText('Opening 6 entries').waitFor()
  })

  test('[UI146] the actions of an entry cover none of its words, and nothing moves when they appear', async () => {
    const file = [
      { type: 'session', version: 3, id: 'corner', timestamp: '2026-01-05T09:00:00.000Z', cwd: '/w' },
      record('p1', null, { role: 'user', content: 'Why?' }),
      answer('a1', 'p1', [words('First.')]),
      answer('a2', 'a1', [words(LONG)]),
      answer('a3', 'a2', [{ type: 'thinking', thinking: LONG }]),
      answer('a4', 'a3', [{ type: 'toolCall', id: 'c1', name: 'bash', arguments: { command: LONG } }]),
      answer('a5', 'a4', [words(`\`\`\`ts\nconst ${'a'.repeat(120)} = 1\n\`\`\``)]),
      answer('b1', 'a5', [words('Another way')]),
      answer('a6', 'a5', [words(`${LONG} Again.`)]),
      { type: 'label', id: 'l1', parentId: 'a6', timestamp: '2026-01-05T09:00:00.000Z', targetId: 'a6', label: LONG },
    ]
    const server = await startServer()
    const { page } = await newPerson(await launchBrowser(), { width: 1100, height: 1400 })
    await openDropped(page, server, 'corner.jsonl', file.map((line) => JSON.stringify(line)).join('\n'))
    await conversation(page).getByText('Again.').waitFor()
    const items = conversation(page).locator('.item:has(> .item-corner)')
    expect(await items.count()).toBeGreaterThan(6)
    for (const item of await items.all()) {
      const placed = () =>
        item.evaluate((article) => {
          const corner = article.querySelector('.item-corner')
          const parts = [...(corner?.children ?? [])].map((part) => part.getBoundingClientRect())
          const texts = document.createTreeWalker(article, NodeFilter.SHOW_TEXT)
          const lines: DOMRect[] = []
          for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
            if (corner?.contains(text) === true) continue
            const range = document.createRange()
            range.selectNodeContents(text)
            // What is cut off at the end of its box is not seen.
            const right = (
              text.parentElement?.closest('.note-words, .subject-head, pre') ?? article
            ).getBoundingClientRect().right
            for (const { x, y, width, height } of range.getClientRects())
              lines.push(new DOMRect(x, y, Math.min(width, Math.max(0, right - 4 - x)), height))
          }
          const covered = lines.filter((line) =>
            parts.some((part) => line.right > part.left && line.top < part.bottom - 3 && line.bottom > part.top + 3),
          )
          return { covered: covered.length, first: [lines[0]?.left, lines[0]?.top], height: article.clientHeight }
        })
      const before = await placed()
      await item.hover({ position: { x: 200, y: 12 } })
      expect(await placed(), await item.innerText()).toEqual({ ...before, covered: 0 })
    }
  })

  test('[UI147] what a call read is coloured by its file, with the same text, and a change line by line', async () => {
    const code = 'const rows: string[] = []\n// all of them\nexport class Reader {}'
    const numbered = code.split('\n').map((line, at) => `${String(at + 1).padStart(6)}\u2192${line}`)
    const calls = [
      { type: 'toolCall', id: 'c1', name: 'read', arguments: { path: '/w/a.ts', limit: 3 } },
      {
        type: 'toolCall',
        id: 'c2',
        name: 'edit',
        arguments: { path: '/w/a.ts', oldText: `// one\n${code}`, newText: `// two\n${code}` },
      },
    ]
    const result = (id: string, from: string, text: string): object =>
      record(`r-${id}`, from, {
        role: 'toolResult',
        toolCallId: id,
        toolName: 'x',
        content: [words(text)],
        isError: false,
      })
    const file = [
      { type: 'session', version: 3, id: 'code', timestamp: '2026-01-05T09:00:00.000Z', cwd: '/w' },
      record('p1', null, { role: 'user', content: 'Read' }),
      answer('a1', 'p1', calls),
      result('c1', 'a1', numbered.join('\n')),
      result('c2', 'r-c1', 'Done'),
    ]
    const server = await startServer()
    const browser = await launchBrowser()
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, errors } = await newPerson(browser)
      await page.emulateMedia({ colorScheme })
      await openDropped(page, server, 'code.jsonl', file.map((line) => JSON.stringify(line)).join('\n'))
      await conversation(page).getByRole('button', { name: /^read/ }).click()
      const read = conversation(page)
        .locator('.pre', { hasText: /^Result/ })
        .first()
        .locator('pre')
      const height = await read.evaluate((box) => box.getBoundingClientRect().height)
      await read.locator('.code-keyword', { hasText: 'const' }).waitFor()
      expect(await read.innerText()).toBe(numbered.join('\n'))
      expect(await read.evaluate((box) => box.getBoundingClientRect().height)).toBe(height)
      await conversation(page).getByRole('button', { name: /^edit/ }).click()
      const change = conversation(page).locator('.diff')
      await change.locator('.code-keyword', { hasText: 'export' }).waitFor()
      expect((await change.innerText()).split('\n').map((line) => line.trimEnd())).toEqual([
        '- // one',
        '+ // two',
        ...code.split('\n').map((line) => `  ${line}`),
      ])
      const { violations } = await new AxeBuilder({ page }).include('[role=log]').analyze()
      expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([])
      expect(errors).toEqual([])
      await page.context().close()
    }
  })

  test('[UI158] on a phone the title of a note ends before the switch beside it, and prose of a call wraps', async () => {
    const summary = { type: 'branch_summary', timestamp: '2026-01-05T09:00:00.000Z', parentId: 'p1', fromId: 'a1' }
    const file = [
      { type: 'session', version: 3, id: 'note', timestamp: '2026-01-05T09:00:00.000Z', cwd: '/w' },
      record('p1', null, { role: 'user', content: 'Why?' }),
      answer('a1', 'p1', [words('So.')]),
      { ...summary, id: 's1', summary: LONG },
      answer('a2', 's1', [{ type: 'toolCall', id: 'c1', name: 'Task', arguments: { prompt: LONG } }]),
    ]
    const server = await startServer()
    const browser = await launchBrowser()
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const page = await context.newPage()
    await openDropped(page, server, 'note.jsonl', file.map((line) => JSON.stringify(line)).join('\n'))
    const note = conversation(page).locator('.note')
    await note.getByRole('group', { name: 'Branch 2 of 2' }).waitFor()
    const [title, corner] = await Promise.all(
      ['.tool-name', '.item-corner'].map((part) => note.locator(part).evaluate((box) => box.getBoundingClientRect())),
    )
    expect(title?.right).toBeLessThanOrEqual(corner?.left ?? 0)
    await conversation(page).getByRole('button', { name: /^Task/ }).click()
    const given = conversation(page).locator('.pre pre').first()
    expect(await given.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
  })

  test('[UI159] pictures of results are shown, can be made large, and what is none says so in the same room', async () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
    const picture = (data: string): object => ({ type: 'image', mimeType: 'image/png', data })
    const file = [
      { type: 'session', version: 3, id: 'pictures', timestamp: '2026-01-05T09:00:00.000Z', cwd: '/w' },
      record('p1', null, { role: 'user', content: [words('Look'), picture('AAAA')] }),
      answer('a1', 'p1', [{ type: 'toolCall', id: 'c1', name: 'read', arguments: { path: '/w/a.png' } }]),
      record('r1', 'a1', { role: 'toolResult', toolCallId: 'c1', content: [picture(png)], isError: false }),
      { ...answer('a2', 'r1', []), message: { role: 'assistant', content: [], stopReason: 'aborted' } },
    ]
    const server = await startServer()
    const { page } = await newPerson(await launchBrowser())
    await openDropped(page, server, 'pictures.jsonl', file.map((line) => JSON.stringify(line)).join('\n'))
    const broken = conversation(page).getByText('A picture that cannot be shown')
    await broken.waitFor()
    expect(await broken.evaluate((box) => box.clientHeight + 2)).toBe(160)
    await conversation(page).getByRole('button', { name: /^read/ }).click()
    expect(await conversation(page).getByText('Nothing', { exact: true }).count()).toBe(0)
    const shown = conversation(page).getByRole('button', { name: 'A picture. Show it large' })
    expect(await shown.evaluate((button) => button.clientHeight)).toBe(160)
    await shown.focus()
    await page.keyboard.press('Enter')
    await conversation(page).getByRole('button', { name: 'A picture. Show it small' }).waitFor()
    // A reply that was stopped says that, and not also that it has no words.
    expect(await conversation(page).getByText('An answer without words').count()).toBe(0)
  })

  test('[UI139] a call of a subagent leads to its branch, and one comes back to where one stands', async () => {
    const line = (uuid: string, parentUuid: string | null, message: object, more: object = {}): string =>
      JSON.stringify({
        parentUuid,
        isSidechain: false,
        sessionId: 's',
        version: '2.0.0',
        type: 'role' in message ? message.role : 'user',
        uuid,
        timestamp: '2026-01-05T09:00:00.000Z',
        message,
        ...more,
      })
    const input = { description: 'Seeds', prompt: 'Count all seeds' }
    const called = { type: 'tool_use', id: 'c1', name: 'Task', input }
    const side = { isSidechain: true, agentId: 'x1' }
    const file = [
      line('u1', null, { role: 'user', content: 'How many seeds?' }),
      line('a1', 'u1', { role: 'assistant', id: 'm1', model: MODEL, content: [called] }),
      line('s1', null, { role: 'user', content: input.prompt }, side),
      line('s2', 's1', { role: 'assistant', id: 'm2', model: MODEL, content: [words('I counted twelve.')] }, side),
      line(
        'r1',
        'a1',
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: '12' }] },
        { toolUseResult: { agentId: 'x1' } },
      ),
      line('a2', 'r1', { role: 'assistant', id: 'm3', model: MODEL, content: [words('There are twelve.')] }),
    ].join('\n')
    const server = await startServer()
    const { page, errors } = await newPerson(await launchBrowser())
    await openDropped(page, server, 'agent.jsonl', file)
    await conversation(page).getByText('There are twelve.').waitFor()
    await conversation(page).getByRole('button', { name: /^Task/ }).click()
    await conversation(page).getByRole('button', { name: 'Open the subagent’s branch' }).click()
    await conversation(page).getByText('I counted twelve.').waitFor()
    await page.keyboard.press('.')
    await conversation(page).getByText('There are twelve.').waitFor()
    expect(errors).toEqual([])
  })
})
