// Two people side by side in a real browser: following, hiding, and writing one prompt together.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath, launchBrowser, newPerson, type PersonPage } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { piFile } from '../support/pi-file.ts'
import { conversation, inspector, invite, joinAs, openDropped, prompt } from '../support/session-page.ts'
import { startServer } from '../support/start-server.ts'

/** How long others may see somebody who is gone, or miss somebody who is back. */
const SOON_MS = 1_000

interface Pair {
  readonly owner: PersonPage
  readonly guest: PersonPage
}

async function pair(turns: number, size?: { width: number; height: number }): Promise<Pair> {
  const server = await startServer({ wordDelayMs: 5 })
  const browser = await launchBrowser()
  const owner = await newPerson(browser, size)
  const guest = await newPerson(browser)
  await openDropped(owner.page, server, 'sample.jsonl', piFile(turns))
  await joinAs(guest.page, await invite(owner.page), 'Gwen')
  await sign(owner.page, 'Gwen').waitFor()
  return { owner, guest }
}

/** The sign of somebody in the top bar, which follows them. */
const sign = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name: `Follow ${name}` })
const frame = (page: Page) => page.locator('[data-follow-frame]')

/** The article at the upper edge of the conversation. */
function atTop(page: Page): Promise<string> {
  return page.evaluate(() => {
    const log = document.querySelector('[role=log]')
    const edge = log?.getBoundingClientRect().top ?? 0
    const first = [...document.querySelectorAll('[role=log] article')].find(
      (article) => article.getBoundingClientRect().bottom > edge + 16,
    )
    return first?.textContent.slice(0, 60) ?? ''
  })
}

const standsOn = (page: Page) => page.getByRole('treeitem', { name: /You stand here/ }).getAttribute('aria-label')

const readsTheSame = (a: Page, b: Page) =>
  eventually('both read the same', async () => {
    const [mine, hers] = [await atTop(a), await atTop(b)]
    return mine !== '' && mine === hers
  })

describe.skipIf(chromiumPath === undefined)('following (needs Chromium)', () => {
  test('[UI89] moves my view and what I read to hers, never where I stand, until I do something myself', async () => {
    const { owner, guest } = await pair(20)
    const place = await standsOn(owner.page)
    await conversation(guest.page).hover()
    await guest.page.mouse.wheel(0, -1_500)
    await sign(owner.page, 'Gwen').click()
    await owner.page.getByRole('button', { name: /Following Gwen/ }).waitFor()
    await readsTheSame(owner.page, guest.page)
    await guest.page.mouse.wheel(0, -1_500)
    await readsTheSame(owner.page, guest.page)

    // Another branch: my view goes along, my place does not.
    await guest.page.getByRole('treeitem', { name: /A side question/ }).click()
    await conversation(owner.page).getByText('A side answer').waitFor()
    await owner.page.getByText(/You stand on/).waitFor()
    expect(await standsOn(owner.page)).toBe(place)

    // The mouse alone does not end it; my own scrolling does, and I stay where I look.
    await owner.page.mouse.move(600, 300)
    await owner.page.mouse.move(700, 400)
    await frame(owner.page).waitFor()
    await owner.page.mouse.wheel(0, -200)
    await frame(owner.page).waitFor({ state: 'detached' })
    await owner.page.getByText(/You stand on/).waitFor()

    // So do a click into the conversation, typing, the tree, and the way back to mine.
    const ends: readonly (() => Promise<void>)[] = [
      () => conversation(owner.page).click({ position: { x: 20, y: 20 } }),
      () => prompt(owner.page).pressSequentially('x'),
      () => owner.page.getByRole('treeitem').first().click(),
      () => owner.page.keyboard.press('.'),
      () => owner.page.keyboard.press('Escape'),
      () => owner.page.getByRole('button', { name: /Following Gwen/ }).click(),
    ]
    for (const end of ends) {
      await owner.page.keyboard.press('Escape')
      await sign(owner.page, 'Gwen').click()
      await frame(owner.page).waitFor()
      await end()
      await frame(owner.page).waitFor({ state: 'detached' })
      expect(await standsOn(owner.page)).toBe(place)
    }
    expect(owner.errors).toEqual([])
  })

  test('[UI90] `p` and a digit follow; two who follow each other move nobody', async () => {
    const { owner, guest } = await pair(20)
    await owner.page.locator('body').press('p')
    await owner.page.getByRole('dialog', { name: 'Who is here' }).waitFor()
    await owner.page.keyboard.press('1')
    await frame(owner.page).waitFor()
    await owner.page.getByRole('dialog').waitFor({ state: 'detached' })
    await guest.page.getByRole('treeitem', { name: /A side question/ }).click()
    await conversation(owner.page).getByText('A side answer').waitFor()
    // She follows me, and sees what I looked at by myself, not what I see of her.
    await sign(guest.page, 'Owner').click()
    await conversation(guest.page).getByText('The last answer of the main line').waitFor()
    await conversation(owner.page).getByText('A side answer').waitFor()
    await frame(owner.page).waitFor()
    await frame(guest.page).waitFor()
  })

  test('[UI87] who closes their page is gone within a second, and whoever follows them is told', async () => {
    const { owner, guest } = await pair(3)
    const address = guest.page.url()
    await sign(owner.page, 'Gwen').click()
    await frame(owner.page).waitFor()
    await guest.page.close()
    await sign(owner.page, 'Gwen').waitFor({ state: 'detached', timeout: SOON_MS })
    await owner.page.getByText('Gwen left', { exact: true }).waitFor()
    await frame(owner.page).waitFor({ state: 'detached' })
    const page = await guest.context.newPage()
    await page.goto(address)
    await conversation(page).waitFor()
    await sign(owner.page, 'Gwen').waitFor({ timeout: SOON_MS })
  })

  test('[UI91] who hides their cursor is seen where they stand, and not what they read', async () => {
    const { owner, guest } = await pair(20)
    await inspector(owner.page).getByRole('tab', { name: 'People' }).click()
    const row = inspector(owner.page).getByRole('listitem').filter({ hasText: 'Gwen' })
    await guest.page.getByRole('treeitem', { name: /A side question/ }).click()
    await row.getByText(/^looks at/).waitFor()
    await guest.page.locator('body').press('p')
    await guest.page.getByRole('switch', { name: /Hide my cursor/ }).click()
    await row.getByText(/^looks at/).waitFor({ state: 'detached', timeout: SOON_MS })
    await row.getByText(/turn/).waitFor()
    // It is a choice of the device: the next page hides as well.
    await guest.page.reload()
    await guest.page.getByRole('treeitem', { name: /A side question/ }).click()
    await conversation(guest.page).getByText('A side answer').waitFor()
    expect(await row.getByText(/^looks at/).count()).toBe(0)
  })
})

const choice = (page: Page, mode: 'Private' | 'Shared') =>
  page.getByRole('group', { name: 'Who writes this prompt' }).getByRole('button', { name: mode })
const field = (page: Page) => page.getByRole('textbox', { name: /^Shared prompt/ })
const send = (page: Page) => page.getByRole('form', { name: 'Shared prompt' }).getByRole('button', { name: /^Send/ })

/** What is typed in the field, without the names of carets. */
const typed = (page: Page) =>
  field(page).evaluate((element) =>
    [...element.querySelectorAll('.cm-line')]
      .map((line) => {
        const copy = line.cloneNode(true)
        if (copy instanceof Element)
          for (const other of copy.querySelectorAll('.cm-ySelectionCaret, .cm-placeholder')) other.remove()
        return copy.textContent
      })
      .join('\n'),
  )

/** Both take part in one shared prompt, the owner having opened it. */
async function together(turns = 3): Promise<Pair> {
  const both = await pair(turns)
  const { owner, guest } = both
  await choice(owner.page, 'Shared').click()
  await field(owner.page).waitFor()
  await guest.page.getByRole('button', { name: /^Write with/ }).click()
  await field(guest.page).waitFor()
  return both
}

describe.skipIf(chromiumPath === undefined)('a prompt written together (needs Chromium)', () => {
  test('[UI92] both type at once, see each other’s carets by name, and undo what is their own', async () => {
    const { owner, guest } = await together()
    await field(owner.page).click()
    await owner.page.keyboard.type('Measure the import.')
    await eventually('the guest reads it', async () => (await typed(guest.page)) === 'Measure the import.')
    await field(guest.page).click()
    await guest.page.keyboard.press('End')
    await Promise.all([
      owner.page.keyboard.type(' With 500 rows.', { delay: 15 }),
      guest.page.keyboard.type(' And with 2000.', { delay: 15 }),
    ])
    const both = await eventually('the same on both screens', async () => {
      const [one, other] = [await typed(owner.page), await typed(guest.page)]
      return one === other && one.length === 'Measure the import. With 500 rows. And with 2000.'.length && one
    })
    expect(both.startsWith('Measure the import.')).toBe(true)
    await owner.page.locator('.cm-ySelectionInfo').getByText('Gwen').waitFor({ state: 'attached' })
    await guest.page.locator('.cm-ySelectionInfo').getByText('Owner').waitFor({ state: 'attached' })

    await guest.page.keyboard.press('Control+z')
    await eventually('only the guest’s words are gone', async () => {
      const text = await typed(owner.page)
      return text === 'Measure the import. With 500 rows.' && text === (await typed(guest.page))
    })
    expect([owner.errors, guest.errors]).toEqual([[], []])
  })

  test('[UI93] sent twice it is one entry by both with one answer, and the second to send is told', async () => {
    const { owner, guest } = await together()
    await field(owner.page).click()
    await owner.page.keyboard.type('From the owner.')
    await eventually('the guest reads it', async () => (await typed(guest.page)) === 'From the owner.')
    await field(guest.page).click()
    await guest.page.keyboard.press('Control+End')
    await guest.page.keyboard.type(' From Gwen.')
    await eventually('the owner reads it', async () => (await typed(owner.page)).endsWith('From Gwen.'))

    // Somebody else typed just now: the first press asks.
    await send(owner.page).click()
    await owner.page.getByText('Gwen is typing. Press again to send anyway.').waitFor()
    await Promise.all([send(owner.page).click(), send(guest.page).click()])
    await Promise.any([
      guest.page.getByText('Owner sent the shared prompt.').waitFor(),
      owner.page.getByText('Gwen sent the shared prompt.').waitFor(),
    ])
    for (const { page } of [owner, guest]) {
      await conversation(page).getByText('From the owner. From Gwen.').first().waitFor()
      await conversation(page).getByText('compare what I am given there').last().waitFor()
    }
    expect(await conversation(owner.page).getByText('From the owner. From Gwen.', { exact: true }).count()).toBe(1)
    for (const { page } of [owner, guest]) await field(page).waitFor({ state: 'detached' })
  })
})
