// A newer version of the app, in a real browser: it waits, is told, and is taken when one says so or loads the page.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chromiumPath, launchBrowser, newPerson } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/start-server.ts'
import { tempFolder } from '../support/temp-folder.ts'

const BUILT = join(import.meta.dirname, '../../client/dist')

/** A built app, of which newer versions can be published. */
function publishedApp(): { readonly folder: string; publish(version: string): void } {
  const folder = tempFolder()
  cpSync(BUILT, folder, { recursive: true })
  return {
    folder,
    publish(version) {
      const page = readFileSync(join(folder, 'index.html'), 'utf8').replace(
        /<html[^>]*>/,
        `<html lang="en" id="${version}">`,
      )
      writeFileSync(join(folder, 'index.html'), page)
      const worker = readFileSync(join(folder, 'sw.js'), 'utf8')
      const changed = worker.replace(/(url:"index\.html",revision:")[^"]*/, `$1${version}`)
      if (changed === worker) throw new Error('the service worker does not hold index.html as it did')
      writeFileSync(join(folder, 'sw.js'), changed)
    },
  }
}

async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
}

/** Presses the button until the page has this version. */
async function isTaken(page: Page, version: string): Promise<void> {
  await eventually(
    `version ${version}`,
    async () => {
      if ((await versionOf(page)) === version) return true
      const button = page.getByRole('button', { name: /Reload/ })
      if ((await button.count()) > 0) await button.click()
      return false
    },
    60_000,
  )
}

/**
 * The page has this version, or says that it waits, at the latest after another load. A browser hands over when the old
 * worker rests, and one that a test is attached to may never rest, or hand over while the page is being loaded.
 */
async function isTakenOrTold(page: Page, version: string): Promise<void> {
  let nextLoadMs = Date.now() + 10_000
  await eventually(
    `version ${version}, or that it waits`,
    async () => {
      if ((await versionOf(page)) === version) return true
      if ((await page.getByText('A new version is ready.').count()) > 0) return true
      if (Date.now() > nextLoadMs) {
        nextLoadMs = Date.now() + 10_000
        await page.reload()
      }
      return false
    },
    35_000,
  )
}

const versionOf = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.id)

test.skipIf(chromiumPath === undefined)(
  '[UI71] a newer version waits until one says so, or loads the page, in every tab (needs Chromium)',
  async () => {
    const app = publishedApp()
    const server = await startServer({ deps: { webFolder: app.folder } })
    const { page, context, errors } = await newPerson(await launchBrowser())
    await page.goto(`${server.url}/signin?token=${server.token}`)
    await page.getByRole('button', { name: 'New session' }).first().waitFor()
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    expect(await page.getByText('A new version is ready.').count()).toBe(0)

    app.publish('second')
    await lookForUpdate(page)
    await page.getByText('A new version is ready.').waitFor()
    expect(await versionOf(page)).toBe('')
    await isTaken(page, 'second')
    await page.getByRole('button', { name: 'New session' }).first().waitFor()
    expect(await page.getByText('A new version is ready.').count()).toBe(0)

    // A tab that is opened meanwhile takes it or is told; the other one is told, and stays as it is.
    app.publish('third')
    await lookForUpdate(page)
    await page.getByText('A new version is ready.').waitFor()
    const other = await context.newPage()
    await other.goto(server.url)
    await isTakenOrTold(other, 'third')
    expect(await versionOf(page)).toBe('second')
    await page.getByText('A new version is ready.').waitFor()
    expect(errors).toEqual([])
  },
)
