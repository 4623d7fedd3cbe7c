// A headless Chromium of the system: one for the tests of a file, with one fresh profile per person.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { afterAll, onTestFinished } from 'vitest'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Path of the Chromium that the browser tests use; undefined where there is none, and they are skipped by name. */
export const chromiumPath: string | undefined =
  process.env['CHROMIUM'] ??
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path))

let running: Browser | undefined

/** The browser of this file's tests, started with the first of them; anew when it has gone down in between. */
export async function launchBrowser(): Promise<Browser> {
  if (running?.isConnected() !== true)
    running = await chromium.launch({
      ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
      args: FLAGS,
    })
  return running
}

afterAll(() => running?.close())

/** A profile of its own, gone with its pages when the test is over. */
export async function newProfile(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  return context
}

export interface PersonPage {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors of the page itself, and what it wrote to the console as errors. */
  readonly errors: string[]
}

/** A person with a browser of their own. */
export async function newPerson(browser: Browser, size = { width: 1440, height: 900 }): Promise<PersonPage> {
  const context = await newProfile(browser, { viewport: size, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    // Someone who is not signed in yet is told so by a 401, which Chromium counts as an error of the page.
    if (message.type() === 'error' && !message.text().includes('401')) errors.push(message.text())
  })
  return { context, page, errors }
}

/** Drops a file on the page, as a person would from their desktop. */
export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], fileName))
      return transfer
    },
    [name, text] as const,
  )
  for (const event of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('body', event, { dataTransfer })
}
