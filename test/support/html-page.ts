// Exported pages in a real browser: written to a file and opened from there, as people do.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { entryId, TreeIndex, type Entry, type ParticipantId, type Person } from '@coppice/shared'
import { exportHtml } from '@coppice/shared/formats'
import type { Browser, Page } from 'playwright-core'
import { newProfile } from './browser.ts'
import { tempFolder } from './temp-folder.ts'

export interface OpenedExport {
  readonly page: Page
  readonly url: string
  /** Errors of the page and of its policy, and every request beyond the file itself. */
  readonly trouble: string[]
}

export interface ExportedPage {
  readonly title?: string
  readonly leaf: string | null
  readonly people: ReadonlyMap<ParticipantId, Person>
}

export function pageOf(entries: readonly Entry[], { title = 'A session', leaf, people }: ExportedPage): string {
  const index = new TreeIndex()
  for (const entry of entries) index.add(entry)
  return [...exportHtml(index, leaf === null ? null : entryId(leaf), { title, people })].join('')
}

export async function openExport(
  browser: Browser,
  html: string,
  options: { hash?: string; javaScriptEnabled?: boolean; width?: number; dark?: boolean } = {},
): Promise<OpenedExport> {
  const file = join(tempFolder(), 'session.html')
  writeFileSync(file, html)
  const context = await newProfile(browser, {
    viewport: { width: options.width ?? 1440, height: 900 },
    javaScriptEnabled: options.javaScriptEnabled ?? true,
    colorScheme: options.dark === true ? 'dark' : 'light',
  })
  const page = await context.newPage()
  const url = pathToFileURL(file).href
  const trouble: string[] = []
  page.on('pageerror', (error) => trouble.push(String(error)))
  page.on('console', (message) => trouble.push(`${message.type()}: ${message.text()}`))
  page.on('dialog', (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) trouble.push(`request: ${request.url()}`)
  })
  await page.goto(`${url}${options.hash ?? ''}`)
  return { page, url, trouble }
}
