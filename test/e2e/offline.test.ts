// Without the server, in a real browser: a page that was loaded once opens, is written in over reloads and tabs, and
// brings everything home once.
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { chromiumPath, launchBrowser, newPerson } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { field, guestOf, httpClient, type HttpClient } from '../support/http-client.ts'
import { conversation, prompt } from '../support/session-page.ts'
import { keptPort } from '../support/kept-port.ts'
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts'
import { startServer } from '../support/start-server.ts'
import { tempFolder } from '../support/temp-folder.ts'

const NEEDS = '(needs Chromium)'

const savedState = (page: Page, words: string) => page.getByRole('button', { name: words, exact: true })

/** Signs in, begins a session, and gets an answer in it. */
async function begin(page: Page, { url, token }: { url: string; token: string }, title: string): Promise<string> {
  await page.goto(`${url}/signin?token=${token}`)
  await page.getByRole('button', { name: 'New session' }).first().click()
  await page.getByLabel('Title').fill(title)
  await page.getByRole('button', { name: 'Create session' }).click()
  await ask(page, 'The first question')
  await page.getByText('1 branch · 2 entries').waitFor()
  await savedState(page, 'saved').waitFor()
  await appIsKept(page)
  return page.url().split('/').at(-1) ?? ''
}

async function ask(page: Page, text: string): Promise<void> {
  await prompt(page).fill(text)
  await prompt(page).press('Enter')
  await conversation(page).getByText(text, { exact: true }).first().waitFor()
}

/** The browser has a copy of the app, and uses it. */
async function appIsKept(page: Page): Promise<void> {
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')
}

/** What the session holds on the server, in short: texts of prompts, labels. */
async function written(http: HttpClient, session: string): Promise<readonly string[]> {
  const entries = field<readonly { entry: Written }[]>(await http.get(`/api/sessions/${session}/entries`), 'entries')
  return entries.flatMap(({ entry }) => {
    if (entry.type === 'label') return [`label: ${entry.label}`]
    return entry.message?.role === 'user' ? [textOf(entry.message.content)] : []
  })
}

interface Written {
  readonly id: string
  readonly type: string
  readonly label?: string
  readonly message?: { readonly role: string; readonly content: string | readonly { readonly text: string }[] }
}

function textOf(content: string | readonly { readonly text: string }[]): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('')
}

async function again(before: SpawnedServer, data: string): Promise<SpawnedServer> {
  return spawnServer({ data, port: Number(new URL(before.url).port) })
}

/** Presses the button, unless the page has tried by itself just now. */
async function tryNow(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const button of document.querySelectorAll('button')) if (button.textContent === 'Try now') button.click()
  })
}

/** Whether closing the page would ask first. */
async function warnsOnLeaving(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  })
}

test.skipIf(chromiumPath === undefined)(
  `[UI85] a page that was loaded once opens without the server, is written in over two reloads, and brings all of it home once ${NEEDS}`,
  async () => {
    const data = tempFolder()
    const server = await spawnServer({ data, port: await keptPort() })
    const { page } = await newPerson(await launchBrowser())
    const session = await begin(page, server, 'Written on a train')
    await server.kill9()
    await page.getByText(/Offline since/).waitFor()
    await page.reload()
    await conversation(page).getByText('You asked: “The first question”').waitFor()
    await page.getByRole('heading', { name: 'Written on a train' }).waitFor()

    await ask(page, 'Written without the server')
    await page.getByText('1 entry is only on this device.').waitFor()
    await page.reload()
    await conversation(page).getByText('Written without the server').waitFor()
    await ask(page, 'And another one')

    // A fork of the first question, and a label on it.
    await conversation(page).getByRole('article').first().focus()
    await page.keyboard.press('b')
    await page.getByRole('textbox', { name: 'Label', exact: true }).fill('worth keeping')
    await page.keyboard.press('Enter')
    await conversation(page).getByText('worth keeping').waitFor()
    await conversation(page).getByRole('article').first().focus()
    await page.keyboard.press('f')
    await prompt(page).fill('The first question, asked otherwise')
    await prompt(page).press('Enter')
    await page.getByText('4 entries are only on this device.').waitFor()

    await page.reload()
    await page.getByText('4 entries are only on this device.').waitFor()
    await page.getByRole('button', { name: 'List' }).click()
    const list = page.getByRole('list', { name: 'Only on this device' })
    expect(await list.getByRole('listitem').count()).toBe(4)
    await list.getByText('And another one').click()
    await conversation(page).getByText('And another one').waitFor()
    expect(await warnsOnLeaving(page)).toBe(false)

    const home = await again(server, data)
    await tryNow(page)
    await page.getByText('4 entries sent.').first().waitFor()
    await savedState(page, 'saved').waitFor()
    const http = httpClient(home)
    await eventually('all that was written is on the server, once', async () => {
      const texts = await written(http, session)
      return (
        [...texts].sort().join('\n') ===
        [
          'And another one',
          'The first question',
          'The first question, asked otherwise',
          'Written without the server',
          'label: worth keeping',
        ].join('\n')
      )
    })
    // The answer is asked for by itself, for prompts of the last ten minutes.
    await page.getByRole('treeitem', { name: /asked otherwise/ }).click()
    await conversation(page).getByText('You asked: “The first question, asked otherwise”').waitFor()
    expect(await page.getByText(/only on this device/).count()).toBe(0)
  },
)

test.skipIf(chromiumPath === undefined)(
  `[UI96] without the server the list shows what is known, says what is only here, and why the rest must wait ${NEEDS}`,
  async () => {
    const data = tempFolder()
    const server = await spawnServer({ data, port: await keptPort() })
    const { page } = await newPerson(await launchBrowser())
    const http = httpClient(server)
    const other = field(await http.post('/api/sessions', { title: 'Never opened here' }), 'id')
    await begin(page, server, 'Opened here')
    await page.getByRole('link', { name: 'All sessions' }).click()
    await page.getByText('2 sessions').waitFor()
    await page.getByRole('link', { name: /Opened here/ }).click()
    await server.kill9()
    await page.getByText(/Offline since/).waitFor()
    await ask(page, 'Only on this device')
    await savedState(page, 'offline · 1 only here').waitFor()
    await page.goto(server.url)
    await page.getByText('The server cannot be reached.').waitFor()
    await page.getByRole('link', { name: /Opened here.*1 entry only on this device/ }).waitFor()
    await page.getByRole('link', { name: /Never opened here.*not opened here yet/ }).waitFor()
    expect(await page.getByRole('button', { name: 'New session' }).getAttribute('aria-disabled')).toBe('true')

    await page.goto(`${server.url}/s/${other}`)
    await page.getByRole('heading', { name: 'You are offline, and this session was never opened here' }).waitFor()
    await again(server, data)
    await tryNow(page)
    await page.getByText('No turns yet').waitFor()
  },
)

test.skipIf(chromiumPath === undefined)(
  `[UI97] two tabs without the server show what the other writes, keep their own places, and send everything once ${NEEDS}`,
  async () => {
    const data = tempFolder()
    const server = await spawnServer({ data, port: await keptPort() })
    const { page, context } = await newPerson(await launchBrowser())
    const session = await begin(page, server, 'Two tabs')
    const other = await context.newPage()
    await other.goto(page.url())
    await conversation(other).getByText('You asked: “The first question”').waitFor()
    await server.kill9()
    for (const tab of [page, other]) await tab.getByText(/Offline since/).waitFor()
    await ask(page, 'From the first tab')
    await other.getByRole('treeitem', { name: /From the first tab/ }).waitFor()
    await ask(other, 'From the second tab')
    await page.getByRole('treeitem', { name: /From the second tab/ }).waitFor()
    for (const tab of [page, other]) await tab.reload()
    await conversation(page).getByText('From the first tab').waitFor()
    await conversation(other).getByText('From the second tab').waitFor()
    expect(await conversation(page).getByText('From the second tab').count()).toBe(0)

    const home = await again(server, data)
    for (const tab of [page, other]) {
      await tryNow(tab)
      await savedState(tab, 'saved').waitFor()
    }
    const texts = await written(httpClient(home), session)
    expect([...texts].sort()).toEqual(['From the first tab', 'From the second tab', 'The first question'])
  },
)

test.skipIf(chromiumPath === undefined)(
  `[UI98] where the browser keeps nothing it is said, and leaving warns while something would be lost ${NEEDS}`,
  async () => {
    const server = await startServer()
    const { page, context } = await newPerson(await launchBrowser())
    await context.addInitScript(() => {
      Object.defineProperty(window, 'indexedDB', {
        value: {
          open: () => {
            throw new DOMException('Not allowed here.', 'SecurityError')
          },
        },
      })
    })
    await begin(page, server, 'Nothing is kept')
    await page.getByText('Your browser lets this page keep nothing.').waitFor()
    expect(await warnsOnLeaving(page)).toBe(false)
    await context.setOffline(true)
    await page.getByText(/Offline since/).waitFor()
    await ask(page, 'It would be lost')
    await page.getByText('1 entry is only in this page.').waitFor()
    expect(await warnsOnLeaving(page)).toBe(true)

    // Within the app the session stays joined until all is saved.
    await page.getByRole('link', { name: 'All sessions' }).click()
    await page.getByText('The server cannot be reached.').waitFor()
    expect(await warnsOnLeaving(page)).toBe(true)
    await context.setOffline(false)
    await eventually('all is saved', async () => !(await warnsOnLeaving(page)))
  },
)

test.skipIf(chromiumPath === undefined)(
  `[UI98] where the device is full it is said, and what was written is sent all the same ${NEEDS}`,
  async () => {
    const server = await startServer()
    const { page, context } = await newPerson(await launchBrowser())
    const session = await begin(page, server, 'A full device')
    await page.evaluate(() => {
      IDBObjectStore.prototype.add = IDBObjectStore.prototype.put = () => {
        throw new DOMException('No room.', 'QuotaExceededError')
      }
    })
    await context.setOffline(true)
    await page.getByText(/Offline since/).waitFor()
    await ask(page, 'There is no room for this')
    await page.getByText('There is no room left on this device.').waitFor()
    expect(await warnsOnLeaving(page)).toBe(true)
    await context.setOffline(false)
    await savedState(page, 'saved').waitFor()
    expect(await written(httpClient(server), session)).toContain('There is no room for this')
    expect(await warnsOnLeaving(page)).toBe(false)
  },
)

test.skipIf(chromiumPath === undefined)(
  `[UI99] what others wrote meanwhile stays where it is: late work becomes a branch beside it, by name, and can be opened ${NEEDS}`,
  async () => {
    const server = await startServer()
    const { page, context } = await newPerson(await launchBrowser())
    const session = await begin(page, server, 'Coming back')
    const owner = httpClient(server)
    const guest = await guestOf(owner, session, 'Gwen')
    await context.setOffline(true)
    onTestFinished(() => context.setOffline(false).catch(() => undefined))
    await page.getByText(/Offline since/).waitFor()
    await ask(page, 'Written too late')
    const entries = field<readonly { entry: Written }[]>(await owner.get(`/api/sessions/${session}/entries`), 'entries')
    const answer = entries.find(({ entry }) => entry.message?.role === 'assistant')?.entry.id
    const entry = { parentId: answer, type: 'message', message: { role: 'user', content: 'Gwen was first' } }
    const posted = await httpClient({ url: server.url, token: '' }).send(
      'POST',
      `/api/sessions/${session}/entries`,
      JSON.stringify({ entries: [entry] }),
      { cookie: guest.cookie, origin: server.url, 'content-type': 'application/json' },
    )
    expect(posted.status).toBeLessThan(300)

    await context.setOffline(false)
    const told = page.getByText(/1 entry sent\. Your prompt became \w+ beside what Gwen wrote meanwhile\./).first()
    await told.waitFor()
    const name = /became (\w+)/.exec((await told.textContent()) ?? '')?.[1] ?? ''
    await page.getByRole('treeitem', { name: /Gwen was first/ }).click()
    await conversation(page).getByText('Gwen was first', { exact: true }).waitFor()
    await page.getByRole('button', { name: `Open ${name}` }).click()
    await conversation(page).getByText('Written too late', { exact: true }).waitFor()
    expect(await told.count()).toBe(0)
  },
)
