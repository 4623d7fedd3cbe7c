import * as buffer from 'lib0/buffer'
import { expect, test } from 'vitest'
import { TreeIndex } from '../../tree/tree-index.ts'
import { exportHtml } from '../html/export-html.ts'
import { exportLines, headerLine, importLines, importText, userLine } from '../testing/sample-file.ts'

const lines = [headerLine(), userLine('u1', null, 'Grüße \u2028'), userLine('u2', 'u1'), userLine('u3', 'u1')]

function page(data: object): string {
  const base64 = buffer.toBase64(new TextEncoder().encode(JSON.stringify(data)))
  return `<!DOCTYPE html>\n<html><head></head><body>\n<script id="session-data" type="application/json">${base64}</script></body></html>`
}

test('[FM16] the HTML export of Pi is read like the session file it holds, with the leaf it names', () => {
  const [header, ...entries] = lines.map((text): unknown => JSON.parse(text))
  const session = importText(page({ header, entries, leafId: 'u2', systemPrompt: 'x' }))
  const fromFile = importLines(...lines)
  expect(session.entries).toEqual(fromFile.entries)
  expect(session.header).toBe(fromFile.header)
  expect(session.leafId).toBe('u2')
  expect(session.report).toMatchObject({ format: 'pi', version: '3', read: 4, kept: 3 })
  expect(exportLines(session)).toEqual(lines)
})

test('[FM16] a page whose data is damaged is refused with the line', () => {
  for (const text of [page({ header: {} }), page({}).replace('>ey', '>!!')])
    expect(() => importText(text)).toThrow(/line 3/)
})

test('[FM16] entries of a page that are no records are left out and reported', () => {
  const session = importText(
    page({ header: JSON.parse(headerLine()), entries: [null, JSON.parse(userLine('u1', null))] }),
  )
  expect(session.entries.map(({ id }) => id)).toEqual(['u1'])
  expect(session.report.leftOut).toHaveLength(1)
})

test('[FM16] a record of a page that is nested too deep is left out, not the page', () => {
  const deep = `{"type":"custom","id":"c1","data":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
  const text = `{"header":${headerLine()},"entries":[${deep},${userLine('u1', null)}]}`
  const base64 = buffer.toBase64(new TextEncoder().encode(text))
  const session = importText(`<html><script id="session-data">${base64}</script></html>`)
  expect(session.entries.map(({ id }) => id)).toEqual(['u1'])
  expect(session.report.leftOut).toMatchObject([{ line: 2 }])
})

test('[UI112] a page that Coppice exported is refused with what to open instead', () => {
  const coppice = [...exportHtml(new TreeIndex(), null, { title: 'T', people: new Map(), importedMark: '' })].join('')
  for (const text of [coppice, '<!doctype html><title>Any page</title>'])
    expect(() => importText(text)).toThrow(/line 1.* of Coppice's own exports choose the \.json or the \.jsonl file/)
})
