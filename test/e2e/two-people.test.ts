// The main job in a real browser: open a file, share it, and work on two branches at once.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { chromiumPath, dropFile, launchBrowser, newPerson } from '../support/browser.ts'
import { piFile } from '../support/pi-file.ts'
import { conversation, inspector, invite, joinAs, openDropped, prompt } from '../support/session-page.ts'
import { startServer } from '../support/start-server.ts'

const CORPUS = join(import.meta.dirname, '../../../shared/corpus/pi/derived-v3-branched-1000.jsonl')

/** The first question in the middle of what is on screen, and where it stands. */
function questionInView(page: Page): Promise<{ text: string; top: number } | undefined> {
  return page.evaluate(async () => {
    // A scroll goes on from frame to frame.
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    for (const element of document.querySelectorAll('[role=log] article')) {
      const { top, bottom } = element.getBoundingClientRect()
      const text = /Question \d+: what does step \d+ do\?/.exec(element.textContent)?.[0]
      if (text !== undefined && top > 150 && bottom < innerHeight - 250) return { text, top }
    }
    return undefined
  })
}

test.skipIf(chromiumPath === undefined)(
  '[UI61] two people fork one session at the same moment, and each model sees its own path only (needs Chromium)',
  async () => {
    const server = await startServer({ wordDelayMs: 10 })
    const browser = await launchBrowser()
    const owner = await newPerson(browser)
    const guest = await newPerson(browser)
    await openDropped(owner.page, server, 'sample.jsonl', piFile(8))
    await owner.page.getByText('2 branches · 21 entries').waitFor()
    await joinAs(guest.page, await invite(owner.page), 'Gwen')

    // Both stand on the same entry.
    for (const { page } of [owner, guest])
      await conversation(page).getByText('The last answer of the main line').waitFor()
    await inspector(owner.page).getByRole('tab', { name: 'People' }).click()
    await inspector(owner.page).getByText('Gwen').waitFor()
    await inspector(owner.page).getByRole('tab', { name: 'Context' }).click()

    await prompt(owner.page).fill('Plan A, by the owner')
    await prompt(guest.page).fill('Plan B, by Gwen')
    await Promise.all([prompt(owner.page).press('Enter'), prompt(guest.page).press('Enter')])
    await conversation(owner.page).getByText('You asked: “Plan A, by the owner”').waitFor()
    await conversation(guest.page).getByText('You asked: “Plan B, by Gwen”').waitFor()
    await Promise.all(
      [owner, guest].map(({ page }) => conversation(page).getByText('compare what I am given there').waitFor()),
    )

    // Nothing of the other's on either screen, nor in either context.
    expect(await conversation(owner.page).getByText('Plan B').count()).toBe(0)
    expect(await conversation(guest.page).getByText('Plan A').count()).toBe(0)
    await inspector(owner.page)
      .getByRole('button', { name: /Plan A, by the owner/ })
      .first()
      .waitFor()
    expect(await inspector(owner.page).getByText('Plan B').count()).toBe(0)
    await inspector(guest.page)
      .getByRole('button', { name: /Plan B, by Gwen/ })
      .first()
      .waitFor()
    expect(await inspector(guest.page).getByText('Plan A').count()).toBe(0)

    // The other's branch is one row of the tree; looking at it moves nobody.
    const row = owner.page.getByRole('treeitem', { name: /Gwen: Plan B, by Gwen/ })
    await row.click()
    await conversation(owner.page).getByText('You asked: “Plan B, by Gwen”').waitFor()
    await owner.page.getByText(/You stand on/).waitFor()
    await owner.page.keyboard.press('.')
    await conversation(owner.page).getByText('You asked: “Plan A, by the owner”').waitFor()
    expect(owner.errors).toEqual([])
    expect(guest.errors).toEqual([])
  },
)

test.skipIf(chromiumPath === undefined)(
  '[UI62] what others write never moves what one reads (needs Chromium)',
  async () => {
    const server = await startServer({ wordDelayMs: 5 })
    const browser = await launchBrowser()
    const owner = await newPerson(browser)
    const guest = await newPerson(browser)
    await openDropped(owner.page, server, 'sample.jsonl', piFile(40))
    await joinAs(guest.page, await invite(owner.page), 'Gwen')
    await conversation(owner.page).hover()
    await owner.page.mouse.wheel(0, -2_000)
    await owner.page.getByRole('button', { name: 'To the end' }).waitFor()
    let last: { text: string; top: number } | undefined
    const question = await eventually('a question stands still on the screen', async () => {
      const before = last
      last = await questionInView(owner.page)
      return last !== undefined && last.top === before?.top && last.text === before.text && last.text
    })
    const watched = conversation(owner.page).getByText(question)
    const rows = owner.page.getByRole('treeitem', { name: /You stand here/ })
    const before = { article: await watched.boundingBox(), row: await rows.boundingBox() }
    for (const text of ['First by Gwen', 'Second by Gwen']) {
      await prompt(guest.page).fill(text)
      await prompt(guest.page).press('Enter')
      await conversation(guest.page).getByText(`You asked: “${text}”`).waitFor()
      await conversation(guest.page).getByText('compare what I am given there').last().waitFor()
    }
    await owner.page.getByRole('treeitem', { name: /First by Gwen/ }).waitFor()
    expect({ article: await watched.boundingBox(), row: await rows.boundingBox() }).toEqual(before)
  },
)

test.skipIf(chromiumPath === undefined)(
  '[UI63] after a reload one stands where one stood, and reads what was saved (needs Chromium)',
  async () => {
    const server = await startServer()
    const browser = await launchBrowser()
    const { page, errors } = await newPerson(browser)
    await openDropped(page, server, 'sample.jsonl', piFile(5))
    await prompt(page).fill('Remember this place')
    await prompt(page).press('Enter')
    await conversation(page).getByText('compare what I am given there').waitFor()
    await page.reload()
    await conversation(page).getByText('You asked: “Remember this place”').waitFor()
    await page.getByRole('button', { name: 'saved' }).waitFor()
    expect(errors).toEqual([])
  },
)

test.skipIf(chromiumPath === undefined || !existsSync(CORPUS))(
  '[UI64] a real session file opens with the counts of its index (needs Chromium and ../shared)',
  async () => {
    const server = await startServer()
    const browser = await launchBrowser()
    const { page, errors } = await newPerson(browser)
    await openDropped(page, server, 'derived-v3-branched-1000.jsonl', readFileSync(CORPUS, 'utf8'))
    await page.getByText('18 branches · 1,038 entries').waitFor()
    await conversation(page).getByText('never committed').waitFor()
    expect(errors).toEqual([])
  },
)

test.skipIf(chromiumPath === undefined)(
  '[UI65] a file that is no session, a dead link and an unknown session are told in words (needs Chromium)',
  async () => {
    const server = await startServer()
    const browser = await launchBrowser()
    const { page } = await newPerson(browser)
    await page.goto(`${server.url}/signin?token=${server.token}`)
    await page.getByRole('button', { name: 'New session' }).waitFor()
    await dropFile(page, 'shopping.txt', 'milk\nbread\n')
    await page
      .getByRole('dialog')
      .getByText(/not a session|no session|does not look like/i)
      .first()
      .waitFor()
    await page.goto(`${server.url}/join/nonsense`)
    await page.getByRole('heading', { name: 'This link does not open a session' }).waitFor()
    await page.goto(`${server.url}/s/no-such-session`)
    await page
      .getByText(/no session|not found/i)
      .first()
      .waitFor()
  },
)
