import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import type { AppEnv } from './env.ts'
import { answerNotFound } from './error-handler.ts'
import { securityHeaders } from './security-headers.ts'
import { webAppRoutes } from './web-app.ts'

/** An app that serves a built web app with these files. */
function appWith(files: Readonly<Record<string, string>>): Hono<AppEnv> {
  const folder = mkdtempSync(join(tmpdir(), 'web-app-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const app = new Hono<AppEnv>()
  app.notFound(answerNotFound)
  return app.use(securityHeaders()).route('/', webAppRoutes(folder))
}

const BUILT = {
  'index.html': '<!doctype html><title>Coppice</title>',
  'sw.js': 'self.addEventListener("fetch", () => {})',
  'manifest.webmanifest': '{}',
  'icon-192.png': 'PNG',
  'assets/index-abc.js': 'export {}',
}

test('[HT20] the service worker and the manifest are asked for each time, with the types browsers insist on', async () => {
  const app = appWith(BUILT)
  const worker = await app.request('/sw.js')
  expect(worker.headers.get('content-type')).toMatch(/^text\/javascript/)
  expect(worker.headers.get('cache-control')).toBe('no-cache')
  const manifest = await app.request('/manifest.webmanifest')
  expect(manifest.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
  expect(manifest.headers.get('cache-control')).toBe('no-cache')
  expect((await app.request('/icon-192.png')).headers.get('content-type')).toBe('image/png')
  expect((await app.request('/assets/index-abc.js')).headers.get('cache-control')).toContain('immutable')
})

test('[HT20] a service worker that is not built is missing: no page is taken for it', async () => {
  const { 'sw.js': _, ...built } = BUILT
  expect((await appWith(built).request('/sw.js')).status).toBe(404)
})

test('[HT21] the content policy allows workers and a manifest from this server alone', async () => {
  const page = await appWith(BUILT).request('http://coppice.test/s/some-session')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy.split('; ')).toEqual(expect.arrayContaining(["worker-src 'self'", "manifest-src 'self'"]))
  expect(policy).not.toContain('unsafe-eval')
})

test('[HT22] every address of the app gives its page, asked for each time; a file that is not there is missing', async () => {
  const app = appWith(BUILT)
  for (const path of ['/', '/s/some-session', '/join/some-code']) {
    const page = await app.request(path)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(await page.text()).toContain('<title>Coppice')
  }
  expect((await app.request('/assets/gone-123.js')).status).toBe(404)
})
