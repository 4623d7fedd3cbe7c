// Two people side by side in a real browser: following, hiding, and writing one prompt together.
import { joinSession } from '@coppice/client/sdk'
import { entryText, sessionId, type TreeIndex } from '@coppice/shared'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { chromiumPath, launchBrowser, newPerson, type PersonPage } from '../support/browser.ts'
import { eventually, soon } from '../support/eventually.ts'
import { piFile } from '../support/pi-file.ts'
import { conversation, importSession, inspector, openAsGuest, openAsOwner, prompt } from '../support/session-page.ts'
import { startServer, type StartedServer, type StartOptions } from '../support/start-server.ts'
import { createToldModel, longPart } from '../support/told-model.ts'

interface Pair {
  readonly server: StartedServer
  readonly owner: PersonPage
  readonly guest: PersonPage
}

async function pair(turns: number, options: StartOptions = { wordDelayMs: 5 }): Promise<Pair> {
  const server = await startServer(options)
  const browser = await launchBrowser()
  const owner = await newPerson(browser)
  const guest = await newPerson(browser)
  const session = await importSession(server, piFile(turns))
  await Promise.all([openAsOwner(owner, server, session), openAsGuest(guest, server, session, 'Gwen')])
  await sign(owner.page, 'Gwen').waitFor()
  return { server, owner, guest }
}

/** The sign of somebody in the top bar, which follows them. */
const sign = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name: `Follow ${name}` })
const TOGETHER = 'From the owner. From Gwen.'
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

/** From here on notes where the conversation is scrolled to, frame by frame. */
function recordScroll(page: Page): Promise<void> {
  return page.evaluate(() => {
    const tops: number[] = []
    Reflect.set(window, 'tops', tops)
    const note = (): void => {
      tops.push(document.querySelector('[role=log]')?.scrollTop ?? 0)
      requestAnimationFrame(note)
    }
    note()
  })
}

/** Pixels of the conversation below what is in sight. */
const fromEnd = (page: Page): Promise<number> =>
  conversation(page).evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop)

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

  test('[UI89] an answer that streams where she reads carries me along and never back and forth', async () => {
    const told = createToldModel()
    const { owner, guest } = await pair(20, { deps: { models: [told.model] } })
    await sign(owner.page, 'Gwen').click()
    await frame(owner.page).waitFor()
    await prompt(guest.page).fill('Stream this')
    await recordScroll(owner.page)
    await prompt(guest.page).press('Enter')
    for (const end of ['First part.', 'Second part.', 'Third part.']) {
      told.say(longPart(end))
      await conversation(owner.page).getByText(end).waitFor({ state: 'attached' })
      await eventually('the end is in sight', async () => (await fromEnd(owner.page)) <= 2)
    }
    const stop = conversation(owner.page).getByRole('button', { name: /Stop/ })
    await stop.waitFor({ state: 'attached' })
    told.end()
    await stop.waitFor({ state: 'detached' })
    await eventually('the end is in sight', async () => (await fromEnd(owner.page)) <= 2)
    const tops = await owner.page.evaluate(() => Reflect.get(window, 'tops') as number[])
    expect(new Set(tops).size).toBeGreaterThan(2)
    // Less is a new item whose height was guessed, as in every answer that streams.
    expect(tops.filter((top, number) => top < (tops[number - 1] ?? 0) - 200)).toEqual([])
    await frame(owner.page).waitFor()
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
    await soon('Gwen is gone', async () => (await sign(owner.page, 'Gwen').count()) === 0)
    await owner.page.getByText('Gwen left', { exact: true }).waitFor()
    await frame(owner.page).waitFor({ state: 'detached' })
    const page = await guest.context.newPage()
    await page.goto(address)
    // What was kept is shown at once; she is back when she is connected.
    await page.getByRole('button', { name: 'saved', exact: true }).waitFor()
    await soon('Gwen is back', async () => (await sign(owner.page, 'Gwen').count()) === 1)
  })

  test('[UI91] who hides their cursor is seen where they stand, and not what they read', async () => {
    const { owner, guest } = await pair(20)
    await inspector(owner.page).getByRole('tab', { name: 'People' }).click()
    const row = inspector(owner.page).getByRole('listitem').filter({ hasText: 'Gwen' })
    await guest.page.getByRole('treeitem', { name: /A side question/ }).click()
    await row.getByText(/^looks at/).waitFor()
    await guest.page.locator('body').press('p')
    await guest.page.getByRole('switch', { name: /Hide my cursor/ }).click()
    await soon('what she looks at is gone', async () => (await row.getByText(/^looks at/).count()) === 0)
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

/** Keeps what the page sends from leaving, and lets it go again. */
function holdSockets(page: Page, hold: boolean): Promise<void> {
  return page.evaluate((held) => {
    const proto = WebSocket.prototype
    const kept: (() => void)[] = (Reflect.get(window, 'kept') as (() => void)[] | undefined) ?? []
    Reflect.set(window, 'kept', kept)
    const send = (Reflect.get(window, 'plainSend') ?? Reflect.get(proto, 'send')) as WebSocket['send']
    Reflect.set(window, 'plainSend', send)
    if (held)
      proto.send = function (data) {
        kept.push(() => send.call(this, data))
      }
    else {
      proto.send = send
      for (const go of kept.splice(0)) go()
    }
  }, hold)
}

/** What the server has of the session on a page. */
async function treeOf(server: StartedServer, page: Page): Promise<TreeIndex> {
  const id = sessionId(new URL(page.url()).pathname.split('/').at(-1) ?? '')
  const session = joinSession({ url: server.url, session: id, token: server.token })
  onTestFinished(() => session.close())
  await session.whenSynced
  return session.tree.get().index
}

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

    // Slow typing is several steps; to undo more than there are takes nothing of the other's.
    await eventually('only the guest’s words are gone', async () => {
      await guest.page.keyboard.press('Control+z')
      return (await typed(guest.page)) === 'Measure the import. With 500 rows.'
    })
    for (let more = 0; more < 3; more++) await guest.page.keyboard.press('Control+z')
    for (const { page } of [owner, guest])
      await eventually(
        'the owner’s words stay',
        async () => (await typed(page)) === 'Measure the import. With 500 rows.',
      )
    expect([owner.errors, guest.errors]).toEqual([[], []])
  })

  test('[UI93] sent twice it is one entry by both with one answer, and the second to send is told', async () => {
    const { owner, guest, server } = await together()
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
    // Both press Send, and the guest's word comes second.
    await holdSockets(guest.page, true)
    for (let time = 0; time < 2; time++) await guest.page.keyboard.press('Enter')
    await send(owner.page).click()
    await guest.page.getByText('Owner sent the shared prompt.').first().waitFor()
    await holdSockets(guest.page, false)
    // What she types on goes into her own field, and is no shortcut.
    await guest.page.keyboard.type('l and w')
    expect(await prompt(guest.page).inputValue()).toBe('l and w')
    for (const { page } of [owner, guest]) {
      await conversation(page).getByText(TOGETHER).first().waitFor()
      await conversation(page).getByText('compare what I am given there').last().waitFor()
    }
    const index = await treeOf(server, owner.page)
    const sent = index.tips().flatMap((tip) => index.pathTo(tip).filter((entry) => entryText(entry) === TOGETHER))
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
    expect(sent[0]?.contributors).toHaveLength(2)
    expect(index.children(sent[0]?.id ?? null)).toHaveLength(1)
    for (const { page } of [owner, guest]) await field(page).waitFor({ state: 'detached' })
  })

  test('[UI94] turning to shared publishes nothing; a draft comes along only when one says so', async () => {
    const { owner, guest } = await pair(3)
    await prompt(owner.page).fill('A private thought')
    await owner.page.keyboard.press('Control+.')
    await field(owner.page).waitFor()
    await guest.page.getByRole('button', { name: /^Write with/ }).click()
    await field(guest.page).waitFor()
    await owner.page.getByRole('button', { name: 'Put my draft into it' }).waitFor()
    expect(await typed(guest.page)).toBe('')
    await owner.page.getByRole('button', { name: 'Put my draft into it' }).click()
    await eventually('the guest reads it', async () => (await typed(guest.page)) === 'A private thought')
    // Back to private: the draft went along, and the prompt stays open for the others.
    await owner.page.keyboard.press('Control+.')
    expect(await prompt(owner.page).inputValue()).toBe('')
    await owner.page.keyboard.type('f')
    expect(await prompt(owner.page).inputValue()).toBe('f')
    await owner.page.getByText(/Gwen is writing a prompt here/).waitFor()

    // Thrown away by one, it is in both trashes.
    await guest.page.getByRole('button', { name: 'Discard shared prompt' }).click()
    await guest.page.getByRole('button', { name: 'Discard it' }).click()
    await field(guest.page).waitFor({ state: 'detached' })
    await owner.page.getByText(/is writing a prompt here/).waitFor({ state: 'detached' })
    await guest.page.getByRole('button', { name: 'Drafts you threw away' }).click()
    await guest.page.getByRole('menuitem', { name: /A private thought/ }).click()
    expect(await prompt(guest.page).inputValue()).toBe('A private thought')
  })

  test('[UI94] who reads at the end stays there, however high the field and the lines above it are', async () => {
    const { owner, guest } = await pair(20)
    const isAtEnd = () => eventually('the end is in sight', async () => (await fromEnd(owner.page)) <= 2)
    await isAtEnd()
    await choice(guest.page, 'Shared').click()
    await owner.page.getByText(/is writing a prompt here/).waitFor()
    await isAtEnd()
    await prompt(owner.page).fill('a private draft')
    await owner.page.keyboard.press('Control+.')
    await field(owner.page).waitFor()
    await owner.page.getByRole('button', { name: 'Put my draft into it' }).waitFor()
    await isAtEnd()
    for (let line = 0; line < 4; line++) await owner.page.keyboard.press('Shift+Enter')
    await isAtEnd()
    await owner.page.keyboard.press('Control+.')
    await prompt(owner.page).waitFor()
    await isAtEnd()
  })

  test('[UI95] without a connection it can be read and copied; words that came too late are a private draft', async () => {
    const { owner, guest } = await together()
    await field(owner.page).click()
    await owner.page.keyboard.type('Both know this.')
    await eventually('the guest reads it', async () => (await typed(guest.page)) === 'Both know this.')

    await guest.context.setOffline(true)
    await guest.page.getByText(/^No connection/).waitFor()
    await guest.page.getByRole('button', { name: 'Copy into a private draft' }).click()
    await eventually('the copy', async () => (await prompt(guest.page).inputValue()) === 'Both know this.')
    await guest.context.setOffline(false)
    await guest.page.getByRole('button', { name: /^Write with/ }).click()
    await field(guest.page).click()
    await guest.page.keyboard.press('Control+End')

    // The guest's frames are held back while the owner sends.
    await holdSockets(guest.page, true)
    await guest.page.keyboard.type(' And my last words.')
    await send(owner.page).click()
    await conversation(owner.page).getByText('Both know this.').first().waitFor()
    await holdSockets(guest.page, false)
    await guest.page
      .getByText(/sent before your last words: they are in your private draft/)
      .first()
      .waitFor()
    await eventually('the late words', async () =>
      (await prompt(guest.page).inputValue()).includes('And my last words.'),
    )
    expect(await conversation(owner.page).getByText('And my last words.').count()).toBe(0)
  })
})
