// One branch taken along from the menu of a session, as a file for Pi.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { answer, HEADER, prompt } from '../integration/cli-run.ts'
import { chromiumPath, launchBrowser, newPerson } from '../support/browser.ts'
import { openDropped } from '../support/session-page.ts'
import { startServer } from '../support/start-server.ts'

const START = HEADER + prompt('a', null, 'Where is it?', 1) + answer('b', 'a', 'Here.', 2)
const A = prompt('c', 'b', 'Plan A', 3)
const B = prompt('d', 'b', 'Plan B', 4)

describe.skipIf(chromiumPath === undefined)('the export menu (needs a Chromium)', () => {
  test('[UI166] the menu gives the whole tree for Pi, and the branch one stands on, under names of their own', async () => {
    const server = await startServer()
    const { page, errors } = await newPerson(await launchBrowser())
    await openDropped(page, server, 'plans.jsonl', START + A + B)
    const taken = async (name: string): Promise<readonly [name: string, text: string]> => {
      await page.getByRole('button', { name: 'More' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name }).click()
      const file = await download
      return [file.suggestedFilename(), readFileSync(await file.path(), 'utf8')]
    }
    expect(await taken('Pi session (.jsonl)')).toEqual(['Where-is-it.jsonl', START + A + B])
    expect(await taken('My branch for Pi (.jsonl)')).toEqual(['Where-is-it.branch.jsonl', START + B])
    await page.getByRole('treeitem', { name: /Plan A/ }).click()
    await page.getByText(/You stand on/).waitFor()
    // Looking at another branch is not standing there.
    expect((await taken('My branch for Pi (.jsonl)'))[1]).toBe(START + B)
    await page.getByText('Continue here', { exact: true }).first().click()
    await page.getByText(/You stand on/).waitFor({ state: 'detached' })
    expect((await taken('My branch for Pi (.jsonl)'))[1]).toBe(START + A)
    expect(errors).toEqual([])
  })
})
