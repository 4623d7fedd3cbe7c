// Reading at the end of the conversation while an answer is written there.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath, launchBrowser, newPerson, type PersonPage } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { piFile } from '../support/pi-file.ts'
import { conversation, importSession, openAsOwner, prompt } from '../support/session-page.ts'
import { startServer } from '../support/start-server.ts'

const ANSWER_END = 'compare what I am given there'

async function reader(): Promise<PersonPage> {
  const server = await startServer({ wordDelayMs: 20 })
  const person = await newPerson(await launchBrowser())
  await openAsOwner(person, server, await importSession(server, piFile(20)))
  return person
}

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

describe.skipIf(chromiumPath === undefined)('reading at the end (needs Chromium)', () => {
  test('[UI140] a scroll that is heard of after the next words are there does not lead away from the end', async () => {
    const { page, errors } = await reader()
    await prompt(page).fill('Stream this')
    await prompt(page).press('Enter')
    await conversation(page).getByText('You asked').waitFor()
    await tellOfScrollLate(page)
    await conversation(page).getByText(ANSWER_END).waitFor()
    await eventually('the end is in sight', async () => (await fromEnd(page)) <= 2)
    expect(await page.getByRole('button', { name: /new below|To the end/ }).count()).toBe(0)
    expect(errors).toEqual([])
  })

  test('[UI140] my own move up leaves it at once, and what is written goes on without me', async () => {
    const { page } = await reader()
    await prompt(page).fill('Stream this')
    await prompt(page).press('Enter')
    await conversation(page).getByText('Stream this').waitFor()
    await conversation(page).hover()
    await page.mouse.wheel(0, -400)
    await eventually('I am away from the end', async () => (await fromEnd(page)) > 100)
    const top = await conversation(page).evaluate((log) => log.scrollTop)
    await page.getByRole('button', { name: /new below|To the end/ }).waitFor()
    await eventually('the answer is saved', async () => (await fromEnd(page)) > 500)
    expect(await conversation(page).evaluate((log) => log.scrollTop)).toBe(top)
    await page.getByRole('button', { name: /new below|To the end/ }).click()
    await eventually('the end is in sight', async () => (await fromEnd(page)) <= 2)
  })
})
