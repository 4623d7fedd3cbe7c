// What a person does on a session's page, for browser tests: open a file, invite, join, and where things are found.
import type { Locator, Page } from 'playwright-core'
import { dropFile, type PersonPage } from './browser.ts'
import { field, httpClient } from './http-client.ts'

interface Served {
  readonly url: string
  readonly token: string
}

export async function openDropped(page: Page, server: Served, name: string, text: string): Promise<void> {
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

/** A session made of a file, without a page. Returns its id. */
export async function importSession(server: Served, text: string): Promise<string> {
  return field(await httpClient(server).send('POST', '/api/import?format=auto', text), 'sessions.0.id')
}

/** The owner on a session's page, with one load: for tests of what comes after the ways there. */
export async function openAsOwner({ context, page }: PersonPage, server: Served, session: string): Promise<void> {
  await context.request.get(`${server.url}/signin?token=${server.token}`, { maxRedirects: 0 })
  await page.goto(`${server.url}/s/${session}`)
  await conversation(page).waitFor()
}

/** A guest who may prompt on a session's page, with one load. */
export async function openAsGuest(
  { context, page }: PersonPage,
  server: Served,
  session: string,
  name: string,
): Promise<void> {
  const code = field(await httpClient(server).post(`/api/sessions/${session}/invites`, { role: 'prompt' }), 'code')
  await context.request.post(`${server.url}/api/invites/${code}`, { data: { name }, headers: { origin: server.url } })
  await page.goto(`${server.url}/s/${session}`)
  await conversation(page).waitFor()
}

export const prompt = (page: Page): Locator => page.getByRole('textbox', { name: /^Prompt/ })
export const conversation = (page: Page): Locator => page.getByRole('log', { name: 'Conversation' })
export const inspector = (page: Page): Locator => page.getByLabel('Inspector', { exact: true })
