// Reading at the end of the conversation while an answer is written there.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath, launchBrowser, newPerson, type PersonPage } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { piFile } from '../support/pi-file.ts'
import { conversation, importSession, openAsOwner, prompt } from '../support/session-page.ts'
import { startServer } from '../support/start-server.ts'
import { createToldModel, longPart, type ToldModel } from '../support/told-model.ts'

interface Reader extends PersonPage {
  readonly told: ToldModel
}

/** Reads at the end, and has asked something. */
async function reader(): Promise<Reader> {
  const told = createToldModel()
  const server = await startServer({ deps: { models: [told.model] } })
  const person = await newPerson(await launchBrowser())
  await openAsOwner(person, server, await importSession(server, piFile(20)))
  await prompt(person.page).fill('Stream this')
  await prompt(person.page).press('Enter')
  return { ...person, told }
}

/** Adds to the answer, and waits until the page has it. */
async function hear({ page, told }: Reader, text: string, end: string): Promise<void> {
  told.say(text)
  await conversation(page).getByText(end).waitFor({ state: 'attached' })
}

const endIsInSight = (page: Page) => eventually('the end is in sight', async () => (await fromEnd(page)) <= 2)

/** Where the conversation is scrolled to, when it has come to rest away from the end. */
const restsAway = (page: Page) =>
  eventually('it rests away from the end', async () => {
    const [before, top] = await conversation(page).evaluate(async (log) => {
      const first = log.scrollTop
      for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
      return [first, log.scrollTop]
    })
    return before === top && (await fromEnd(page)) > 100 && top
  })

/** Pixels of the conversation below what is in sight. */
const fromEnd = (page: Page): Promise<number> =>
  conversation(page).evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop)

/** A scroll that is told of while the next words, below the edge, are there and the list has not moved yet. */
function tellOfScrollLate(page: Page): Promise<void> {
  return conversation(page).evaluate((log) => {
    const below = document.createElement('div')
    below.style.cssText = `position: absolute; top: ${log.scrollHeight + 400}px; width: 1px; height: 1px`
    log.firstElementChild?.append(below)
    log.dispatchEvent(new Event('scroll'))
    below.remove()
  })
}

const wayBack = (page: Page) => page.getByRole('button', { name: /new below|To the end/ })

describe.skipIf(chromiumPath === undefined)('reading at the end (needs Chromium)', () => {
  test('[UI140] a scroll that is heard of after the next words are there does not lead away from the end', async () => {
    const me = await reader()
    await hear(me, 'It begins. ', 'It begins.')
    for (const end of ['First part.', 'Second part.', 'Third part.']) {
      await tellOfScrollLate(me.page)
      await hear(me, longPart(end), end)
      await endIsInSight(me.page)
    }
    const stop = conversation(me.page).getByRole('button', { name: /Stop/ })
    await stop.waitFor({ state: 'attached' })
    me.told.end()
    await stop.waitFor({ state: 'detached' })
    await endIsInSight(me.page)
    expect(await wayBack(me.page).count()).toBe(0)
    expect(me.errors).toEqual([])
  })

  test('[UI140] my own move up leaves it at once, and what is written goes on without me', async () => {
    const me = await reader()
    const { page } = me
    await hear(me, longPart('First part.'), 'First part.')
    await endIsInSight(page)
    await conversation(page).hover()
    await page.mouse.wheel(0, -400)
    const top = await restsAway(page)
    await wayBack(page).waitFor()
    const below = await fromEnd(page)
    await hear(me, longPart('Second part.'), 'Second part.')
    await eventually('it grew below', async () => (await fromEnd(page)) > below + 300)
    me.told.end()
    expect(await conversation(page).evaluate((log) => log.scrollTop)).toBe(top)
    await wayBack(page).click()
    await endIsInSight(page)
  })
})
