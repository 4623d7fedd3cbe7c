// One branch of a session as a file for Pi, over HTTP.
import { participantId, type EntryId } from '@coppice/shared'
import { importFile } from '@coppice/shared/formats'
import { expect, test } from 'vitest'
import { userEntry } from '../support/entries.ts'
import { field, httpClient, type Answer, type HttpClient } from '../support/http-client.ts'
import { startServer } from '../support/start-server.ts'
import { answer, at, HEADER, line, prompt } from './cli-run.ts'

/** A number that no double holds: a line that is not the file's own would be seen. */
const ODD = prompt('c', 'b', 'Plan A', 3).replace('"message":', '"x":12345678901234567890,"message":')
const LABEL = line({ type: 'label', id: 'l1', parentId: 'c', timestamp: at(6), targetId: 'a', label: 'start' })
const OTHER_LABEL = line({ type: 'label', id: 'l2', parentId: 'd', timestamp: at(7), targetId: 'd', label: 'other' })
const NAME = line({ type: 'session_info', id: 'n1', parentId: 'c', timestamp: at(8), name: 'Two plans' })
const PATH = [prompt('a', null, 'Where is it?', 1), answer('b', 'a', 'Here.', 2), ODD]
const REST = [prompt('d', 'b', 'Plan B', 4), prompt('e', 'd', 'More of B', 5)]
/** Whoever left stood on the name below `c`, though `e` is the newest tip. */
const FILE = [HEADER, ...PATH, ...REST, LABEL, OTHER_LABEL, NAME].join('')

async function imported(http: HttpClient, file: string): Promise<string> {
  const made = await http.send('POST', '/api/import', file, { 'content-type': 'application/octet-stream' })
  const [one] = field<{ id: string }[]>(made, 'sessions')
  return one?.id ?? expect.fail(made.text)
}

function branchOf(http: HttpClient, id: string, more = ''): Promise<Answer> {
  return http.get(`/api/sessions/${id}/export?format=pi&branch=true${more}`)
}

const linesOf = ({ text }: Answer): string[] => text.split(/(?<=\n)/)

function read({ text }: Answer): { readonly ids: string[]; readonly leafId: EntryId | null; readonly title: string } {
  const [session, ...more] = importFile(text, { author: participantId('ann'), now: 0 })
  if (session === undefined || more.length > 0) expect.fail(text)
  expect(session.report.leftOut).toEqual([])
  return { ids: session.entries.map(({ id }) => id), leafId: session.leafId, title: session.title }
}

test('[HT44] one branch is the path to the leaf with its labels and names, in the lines of the file, and opens there', async () => {
  const http = httpClient(await startServer())
  const id = await imported(http, FILE)
  const here = await branchOf(http, id)
  expect(here.status).toBe(200)
  expect(here.headers.get('content-type')).toBe('application/jsonl; charset=utf-8')
  expect(here.headers.get('content-disposition')).toContain('filename="Two plans.branch.jsonl"')
  expect(linesOf(here).slice(0, 6)).toEqual([HEADER, ...PATH, LABEL, NAME])
  expect(read(here)).toEqual({ ids: ['a', 'b', 'c', 'l1', 'n1'], leafId: 'c', title: 'Two plans' })

  const other = await branchOf(http, id, '&leaf=d')
  expect(linesOf(other).slice(0, 5)).toEqual([HEADER, ...PATH.slice(0, 2), REST[0], OTHER_LABEL])
  expect(read(other)).toMatchObject({ ids: ['a', 'b', 'd', 'l2'], leafId: 'd' })
  expect(other.text).not.toContain('More of B')

  // The same session again, and nothing new for the one it came from.
  const back = await imported(http, here.text)
  expect(field(await http.get(`/api/sessions/${back}`), 'entries')).toBe(5)
  expect(field(await http.get(`/api/sessions/${back}/context`), 'leafId')).toBe('c')
  expect((await branchOf(http, back)).text).toBe(here.text)
})

test('[HT44] without a leaf it is the branch of where one stands, else of the newest tip', async () => {
  const http = httpClient(await startServer())
  const id = field(await http.post('/api/sessions', { title: 'Two plans' }), 'id')
  const root = userEntry('owner', null, 'Shared start', 1_000)
  const a = userEntry('owner', root.id, 'Plan A', 2_000)
  const b = userEntry('owner', root.id, 'Plan B', 3_000)
  await http.post(`/api/sessions/${id}/entries`, { entries: [root, a, b] })
  expect(read(await branchOf(http, id))).toMatchObject({ leafId: b.id, title: 'Two plans' })
  expect((await branchOf(http, id)).text).not.toContain('Plan A')
  const asked = await branchOf(http, id, `&leaf=${a.id}`)
  expect(read(asked)).toMatchObject({ leafId: a.id, title: 'Two plans' })
  expect(asked.text).not.toContain('Plan B')
  const whole = await http.get(`/api/sessions/${id}/export?format=pi&branch=false&leaf=${a.id}`)
  expect(whole.text).toBe((await http.get(`/api/sessions/${id}/export?format=pi&leaf=${a.id}`)).text)
  expect(whole.text).toContain('Plan B')
})

test('[HT44] the branch of a session without entries is a file without entries', async () => {
  const http = httpClient(await startServer())
  for (const id of [field(await http.post('/api/sessions', { title: 'New' }), 'id'), await imported(http, HEADER)]) {
    const empty = await branchOf(http, id)
    expect(empty.status).toBe(200)
    expect(JSON.parse(linesOf(empty)[0] ?? '')).toMatchObject({ type: 'session', version: 3 })
    expect(empty.text).not.toContain('"message"')
  }
})

test('[HT44] a leaf that is not there, and a branch that the format cannot give, are refused in words', async () => {
  const http = httpClient(await startServer())
  const id = await imported(http, FILE)
  const unknown = await branchOf(http, id, '&leaf=nowhere')
  expect([unknown.status, field(unknown, 'error.code')]).toEqual([404, 'not_found'])
  expect(field(unknown, 'error.message')).toContain('nowhere')

  const ask = (query: string): Promise<Answer> => http.get(`/api/sessions/${id}/export?${query}`)
  for (const [query, words] of [
    ['format=html&branch=true', 'branch: html has the whole tree. Leave branch out, or choose pi or markdown.'],
    ['format=json&branch=true', 'branch: json has the whole tree. Leave branch out, or choose pi or markdown.'],
    ['format=markdown&branch=false', 'branch: markdown has one branch. Leave branch out, or choose another format.'],
    ['format=pi&branch=yes', 'branch: must be one of true, false.'],
  ]) {
    const refused = await ask(query ?? '')
    expect([refused.status, refused.body]).toEqual([
      400,
      { error: { code: 'bad_request', message: words, details: { field: 'branch' } } },
    ])
  }
  // What is so anyway may be said.
  const markdown = await ask('format=markdown')
  expect((await ask('format=markdown&branch=true')).text).toBe(markdown.text)
  for (const format of ['html', 'json']) expect((await ask(`format=${format}&branch=false`)).status).toBe(200)
})

test('[HT44] the API says what a branch is', async () => {
  const http = httpClient(await startServer())
  const description = await http.get('/api/openapi.json')
  const paths = field<Record<string, { get: { parameters: { name: string }[] } }>>(description, 'paths')
  const parameters = paths['/api/sessions/{id}/export']?.get.parameters ?? []
  expect(parameters.find(({ name }) => name === 'branch')).toMatchObject({
    in: 'query',
    schema: { enum: ['true', 'false'] },
  })
})
