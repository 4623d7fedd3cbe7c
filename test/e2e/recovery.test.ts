// After a refusal, in a real browser with two tabs: a clock that was an hour fast, and an entry that no server takes.
import { entryId, newEntryId, participantId, putEntry, type Entry } from '@coppice/shared'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { chromiumPath, launchBrowser, newPerson } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { field, httpClient } from '../support/http-client.ts'
import { conversation, prompt } from '../support/session-page.ts'
import { keptPort } from '../support/kept-port.ts'
import { spawnServer } from '../support/spawn-server.ts'
import { tempFolder } from '../support/temp-folder.ts'

const HOUR_MS = 3_600_000

/** The page's clock can be set ahead by `window.aheadMs`. */
function settableClock(): void {
  const RealDate = Date
  const ahead = (): number => Number(sessionStorage.getItem('aheadMs') ?? 0)
  globalThis.Date = class extends RealDate {
    constructor(...args: readonly unknown[]) {
      if (args.length === 0) super(RealDate.now() + ahead())
      else super(...(args as [number]))
    }
    static override now(): number {
      return RealDate.now() + ahead()
    }
  } as DateConstructor
}

async function ask(page: Page, text: string): Promise<void> {
  await prompt(page).fill(text)
  await prompt(page).press('Enter')
  await conversation(page).getByText(text, { exact: true }).first().waitFor()
}

/** Puts an update into the session's database, as a program with a fault of its own might. */
async function slipIn(page: Page, update: Uint8Array): Promise<void> {
  await page.evaluate(
    async (bytes) => {
      const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
      for (const name of names) {
        const db = await new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(name)
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(request.error ?? new Error(name)))
        })
        if (db.objectStoreNames.contains('updates')) {
          const transaction = db.transaction(['updates'], 'readwrite')
          transaction.objectStore('updates').add(new Uint8Array(bytes))
          await new Promise((resolve) => transaction.addEventListener('complete', resolve))
        }
        db.close()
      }
    },
    [...update],
  )
}

test.skipIf(chromiumPath === undefined)(
  '[SY99] two tabs start over after refusals: what may be saved is saved once, the rest is listed until it is discarded (needs Chromium)',
  async () => {
    const data = tempFolder()
    const port = await keptPort()
    const server = await spawnServer({ data, port })
    const browser = await launchBrowser()
    const { context, page: one } = await newPerson(browser)
    await context.addInitScript(settableClock)
    await one.goto(`${server.url}/signin?token=${server.token}`)
    await one.getByRole('button', { name: 'New session' }).first().click()
    await one.getByLabel('Title').fill('Refused')
    await one.getByRole('button', { name: 'Create session' }).click()
    await ask(one, 'The first question')
    await one.getByText('1 branch · 2 entries').waitFor()
    await one.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')
    const two = await context.newPage()
    await two.goto(one.url())
    await conversation(two).getByText('The first question', { exact: true }).first().waitFor()
    const session = one.url().split('/').at(-1) ?? ''
    const http = httpClient(server)
    const me = participantId(field(await http.get('/api/me'), 'participant.id'))
    const parentId = entryId(
      field<readonly { entry: Entry }[]>(await http.get(`/api/sessions/${session}/entries`), 'entries')[0]?.entry.id ??
        '',
    )

    await server.kill9()
    await one.evaluate((ms) => sessionStorage.setItem('aheadMs', String(ms)), HOUR_MS)
    await ask(one, 'Written an hour ahead')
    await ask(two, 'Written beside it')
    const bad = new Y.Doc()
    putEntry(bad, {
      id: newEntryId(Date.now()),
      type: 'message',
      parentId,
      timestamp: new Date().toISOString(),
      author: me,
      // Only the server says who wrote along.
      contributors: [participantId('somebody')],
      message: { role: 'user', content: 'Nobody takes this' },
    })
    await slipIn(one, Y.encodeStateAsUpdate(bad))
    await one.reload()
    await conversation(one).getByText('Written an hour ahead', { exact: true }).first().waitFor()

    const back = await spawnServer({ data, port })
    const prompts = async (): Promise<readonly string[]> =>
      field<readonly { entry: Entry }[]>(
        await httpClient(back).get(`/api/sessions/${session}/entries`),
        'entries',
      ).flatMap(({ entry }) =>
        entry.type === 'message' && entry.message.role === 'user'
          ? [JSON.stringify(entry.message.content).replace(/.*"text":"|"\}.*/g, '')]
          : [],
      )
    await eventually('both prompts are saved', async () => (await prompts()).length === 3, 60_000)
    expect((await prompts()).toSorted()).toEqual(['The first question', 'Written an hour ahead', 'Written beside it'])
    for (const page of [one, two]) {
      await page.getByRole('button', { name: /1 not accepted/ }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Nobody takes this').waitFor()
      await dialog.getByRole('button', { name: 'Copy text' }).waitFor()
      await page.keyboard.press('Escape')
    }

    await one.reload()
    await one.getByRole('button', { name: /1 not accepted/ }).click()
    await one.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click()
    await one.getByRole('button', { name: 'Discard it' }).click()
    await one.getByRole('dialog').getByText('Nobody takes this').waitFor({ state: 'detached' })
    await two.getByRole('button', { name: /not accepted/ }).waitFor({ state: 'detached' })
    expect((await prompts()).length).toBe(3)
  },
)
