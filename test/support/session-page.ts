// What a person does on a session's page, for browser tests: open a file, invite, join, and where things are found.
import type { Locator, Page } from 'playwright-core'
import { dropFile } from './browser.ts'

export async function openDropped(
  page: Page,
  server: { readonly url: string; readonly token: string },
  name: string,
  text: string,
): Promise<void> {
  await page.goto(`${server.url}/signin?token=${server.token}`)
  await page.getByRole('button', { name: 'New session' }).waitFor()
  await dropFile(page, name, text)
  await page.getByRole('button', { name: 'Open session' }).click()
  await conversation(page).waitFor()
}

/** A link that lets whoever opens it prompt. */
export async function invite(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'Make an invite link' }).click()
  const link = await page.getByRole('textbox', { name: 'Invite link' }).inputValue()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  return link
}

export async function joinAs(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Your name').fill(name)
  await page.getByRole('button', { name: 'Join the session' }).click()
  await conversation(page).waitFor()
}

export const prompt = (page: Page): Locator => page.getByRole('textbox', { name: /^Prompt/ })
export const conversation = (page: Page): Locator => page.getByRole('log', { name: 'Conversation' })
export const inspector = (page: Page): Locator => page.getByLabel('Inspector', { exact: true })
