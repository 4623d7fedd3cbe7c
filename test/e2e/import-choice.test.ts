// A file of several conversations in the page: what it holds is a choice, and what is chosen becomes sessions.
import { AxeBuilder } from '@axe-core/playwright'
import { describe, expect, test } from 'vitest'
import { chromiumPath, dropFile, launchBrowser, newPerson } from '../support/browser.ts'
import { startServer } from '../support/start-server.ts'

function talk(at: number): object {
  const message = { author: { role: 'user' }, create_time: 1_770_000_000 + at, content: { parts: [`Question ${at}`] } }
  return {
    title: at % 5 === 0 ? `Watering ${at}` : `Pruning ${at}`,
    create_time: 1_770_000_000 + at,
    conversation_id: `talk-${at}`,
    mapping: { [`u${at}`]: { message, parent: null } },
  }
}
const FILE = JSON.stringify(Array.from({ length: 12 }, (_, at) => talk(at)))

describe.skipIf(chromiumPath === undefined)('a file of several conversations (needs a Chromium)', () => {
  test('[FM29] is a choice that begins with all of them, can be filtered, and says how many will be imported', async () => {
    const server = await startServer()
    const { page, errors } = await newPerson(await launchBrowser())
    await page.goto(`${server.url}/signin?token=${server.token}`)
    await page.getByRole('button', { name: 'New session' }).waitFor()
    await dropFile(page, 'conversations.json', FILE)

    const dialog = page.getByRole('dialog', { name: 'Choose what to import' })
    await dialog.getByRole('button', { name: 'Import all 12' }).waitFor()
    expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(12)
    const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
    expect(violations.map(({ id }) => id)).toEqual([])

    await dialog.getByLabel('Filter').fill('watering')
    expect(await dialog.getByRole('checkbox').count()).toBe(3)
    await dialog.getByRole('button', { name: 'Select none shown' }).click()
    await dialog.getByRole('checkbox', { name: /Watering 5/ }).check()
    await dialog.getByLabel('Filter').fill('')
    await dialog.getByRole('button', { name: 'Import 10 of 12' }).click()

    await page.getByText('10 sessions made of it.').waitFor()
    const done = page.getByRole('dialog', { name: 'Imported' })
    const after = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
    expect(after.violations.map(({ id }) => id)).toEqual([])
    await done.getByRole('button', { name: 'Open Watering 5' }).click()
    await page.getByRole('log', { name: 'Conversation' }).getByText('Question 5').waitFor()
    const { sessions } = (await (
      await fetch(`${server.url}/api/sessions`, { headers: { authorization: `Bearer ${server.token}` } })
    ).json()) as { sessions: { title: string }[] }
    expect(sessions.map(({ title }) => title).filter((title) => title.startsWith('Watering'))).toEqual(['Watering 5'])
    expect(sessions).toHaveLength(10)
    expect(errors).toEqual([])
  })

  test('[UI136] a torn file says so above the list, before anything is imported', async () => {
    const server = await startServer()
    const { page, errors } = await newPerson(await launchBrowser())
    await page.goto(`${server.url}/signin?token=${server.token}`)
    await page.getByRole('button', { name: 'New session' }).waitFor()
    await dropFile(page, 'conversations.json', FILE.slice(0, FILE.indexOf('Pruning 3')))
    const dialog = page.getByRole('dialog', { name: 'Choose what to import' })
    await dialog.getByText('This file is damaged in one place.').waitFor()
    expect(await dialog.getByText(/damaged or cut off/).count()).toBe(1)
    const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    await dialog.getByRole('button', { name: 'Import all' }).click()
    await page.getByRole('dialog', { name: 'Imported' }).waitFor()
    expect(errors).toEqual([])
  })

  test('[FM29] whoever cancels has imported nothing', async () => {
    const server = await startServer()
    const { page } = await newPerson(await launchBrowser())
    await page.goto(`${server.url}/signin?token=${server.token}`)
    await page.getByRole('button', { name: 'New session' }).waitFor()
    await dropFile(page, 'conversations.json', FILE)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('cancelled, nothing was imported from it').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('[UI156] a long list of sessions is filtered by words of titles, and built as far as one scrolls', async () => {
    const server = await startServer()
    const { page, errors } = await newPerson(await launchBrowser())
    await page.goto(`${server.url}/signin?token=${server.token}`)
    await page.getByRole('button', { name: 'New session' }).waitFor()
    await dropFile(page, 'conversations.json', JSON.stringify(Array.from({ length: 400 }, (_, at) => talk(at))))
    await page.getByRole('button', { name: 'Import all 400' }).click()
    await page.getByRole('dialog', { name: 'Imported' }).getByRole('button', { name: 'Close' }).last().click()
    const rows = page.getByRole('main').getByRole('listitem')
    await rows.first().waitFor()
    expect(await rows.count()).toBeLessThan(150)

    await page.keyboard.press('/')
    await page.keyboard.type('watering 39')
    await page.getByText('2 of 400 sessions').waitFor()
    expect(await rows.allInnerTexts()).toEqual([
      expect.stringMatching(/Watering 395/),
      expect.stringMatching(/Watering 390/),
    ])
    await page.keyboard.type(' nothing')
    await page.getByText('No title has these words.').waitFor()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByText('400 sessions', { exact: true }).waitFor()

    // To the end, as often as there is more.
    await expect
      .poll(
        async () => {
          await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
          return rows.count()
        },
        { timeout: 15_000 },
      )
      .toBe(400)
    await page.getByRole('link', { name: /Watering 0/ }).click()
    await page.getByRole('log', { name: 'Conversation' }).getByText('Question 0').waitFor()
    expect(errors).toEqual([])
  })

  test('[UI157] the report of several files begins at its top, with what to do next in sight', async () => {
    const server = await startServer()
    const { page } = await newPerson(await launchBrowser(), { width: 1280, height: 640 })
    await page.goto(`${server.url}/signin?token=${server.token}`)
    await page.getByRole('button', { name: 'New session' }).waitFor()
    const broken = '{"type":"message","id":"x"\n'.repeat(12)
    const file = (n: number) => ({
      name: `file-${n}.jsonl`,
      mimeType: 'application/jsonl',
      buffer: Buffer.from(
        `${JSON.stringify({ type: 'session', version: 3, id: `s${n}`, timestamp: '2026-01-05T09:00:00.000Z', cwd: '/w' })}\n` +
          `${JSON.stringify({ type: 'message', id: `p${n}`, parentId: null, timestamp: '2026-01-05T09:00:00.000Z', message: { role: 'user', content: `Question ${n}` } })}\n${broken}`,
      ),
    })
    await page.locator('input[type=file]').setInputFiles([file(1), file(2), file(3)])
    const dialog = page.getByRole('dialog', { name: '3 files imported' })
    const open = dialog.getByRole('button', { name: 'Open Question 1' })
    await open.waitFor()
    expect(await open.evaluate((button) => button === document.activeElement)).toBe(true)
    const inSight = (name: string) =>
      dialog.getByText(name, { exact: true }).evaluate((words) => {
        const { left, top, height } = words.getBoundingClientRect()
        return document.elementFromPoint(left + 4, top + height / 2) === words
      })
    expect([await inSight('file-1.jsonl'), await inSight('Open Question 1')]).toEqual([true, true])
  })
})
