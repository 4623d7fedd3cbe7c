// A Pi file that says by a mark where one stands says so again in each export, however often it goes round.
import { expect, test } from 'vitest'
import { field, httpClient, type HttpClient } from '../support/http-client.ts'
import { startServer } from '../support/start-server.ts'
import { file, run } from './cli-run.ts'

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString()
const said = (id: string, parentId: string | null, second: number): object => ({
  type: 'message',
  id,
  parentId,
  timestamp: at(second),
  message: { role: 'user', content: `words of ${id}`, timestamp: second },
})
const TALK = [
  { type: 'session', version: 3, id: 's', timestamp: at(0), cwd: '/' },
  said('one', null, 1),
  said('two', 'one', 2),
  said('three', 'two', 3),
  said('four', 'three', 4),
]
const MARK = { type: 'custom', id: 'mark', parentId: 'two', timestamp: at(5), customType: 'coppice.leaf' }
const textOf = (records: readonly object[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('')

async function imported(http: HttpClient, file: string): Promise<string> {
  const answer = await http.send('POST', '/api/import', file, { 'content-type': 'application/octet-stream' })
  return field(answer, 'sessions.0.id')
}

/** What is said last where the asker stands. */
async function lastWords(http: HttpClient, session: string): Promise<unknown> {
  const answer = await http.get(`/api/sessions/${session}/context`)
  return field<{ message: { content: unknown } }[]>(answer, 'items').at(-1)?.message.content
}

const exported = async (http: HttpClient, session: string, query: string): Promise<string> =>
  (await http.get(`/api/sessions/${session}/export?${query}`)).text

test('[FM167] the place that a mark names stays, through exports to Pi and to JSON and back', async () => {
  const http = httpClient(await startServer())
  let file = textOf([...TALK, MARK])
  for (let round = 0; round < 3; round++) {
    const session = await imported(http, file)
    expect(await lastWords(http, session)).toBe('words of two')
    const pi = await exported(http, session, 'format=pi')
    expect(pi.split('\n').slice(0, 5)).toEqual(textOf(TALK).split('\n').slice(0, 5))
    // The mark is ours from the first export on, and then the file stays as it is.
    if (round > 0) expect(pi).toBe(file)
    file = pi
  }
  const fromJson = await imported(http, await exported(http, await imported(http, file), 'format=json'))
  expect(await lastWords(http, fromJson)).toBe('words of two')
  const marked = (await exported(http, fromJson, 'format=pi')).trimEnd().split('\n').at(-1) ?? ''
  expect(JSON.parse(marked)).toMatchObject({ customType: 'coppice.leaf', parentId: 'two' })
})

test('[FM167] a file without a mark gets none, and a leaf that is asked for comes first', async () => {
  const http = httpClient(await startServer())
  const plain = await imported(http, textOf(TALK))
  expect(await exported(http, plain, 'format=pi')).toBe(textOf(TALK))
  const session = await imported(http, textOf([...TALK, MARK]))
  const other = await imported(http, await exported(http, session, 'format=pi&leaf=three'))
  expect(await lastWords(http, other)).toBe('words of three')
})

test('[FM167] the command line keeps the mark too, directly and by way of Coppice JSON', async () => {
  const marked = file(textOf([...TALK, MARK]))
  const lastOf = async (path: string): Promise<unknown> => {
    const { code, out } = await run(['convert', path, '-', '--to', 'pi'])
    expect(code).toBe(0)
    return JSON.parse(out.trimEnd().split('\n').at(-1) ?? '')
  }
  expect(await lastOf(marked)).toMatchObject({ customType: 'coppice.leaf', parentId: 'two' })
  const json = await run(['convert', marked, '-', '--to', 'json'])
  expect(await lastOf(file(json.out, 'session.json'))).toMatchObject({ customType: 'coppice.leaf', parentId: 'two' })
})
