// Files that hold several conversations, over HTTP: all of them, a choice, and what is refused before anything is made.
import { describe, expect, test } from 'vitest'
import { field, httpClient, type Answer, type HttpClient } from '../support/http-client.ts'
import { startServer } from '../support/start-server.ts'

interface Imported {
  readonly id: string
  readonly title: string
  readonly report: { readonly format: string; readonly formatTitle: string; readonly added: number }
}

function conversation(name: string, words: string): object {
  const message = (id: string, role: string, text: string) => ({
    id,
    author: { role },
    create_time: 1_770_000_000,
    content: { content_type: 'text', parts: [text] },
  })
  const [user, answer] = [`${name}-u`, `${name}-a`]
  return {
    title: `Talk ${name}`,
    create_time: 1_770_000_000,
    mapping: {
      [user]: { id: user, message: message(user, 'user', words), parent: null, children: [answer] },
      [answer]: { id: answer, message: message(answer, 'assistant', 'Yes.'), parent: user, children: [] },
    },
    current_node: answer,
    conversation_id: name,
  }
}

const SMALL = JSON.stringify([conversation('a', 'one'), conversation('b', 'two'), conversation('c', 'three')])
/** Large enough for the worker. */
const LARGE = JSON.stringify(Array.from({ length: 5 }, (_, at) => conversation(`${at}`, 'words '.repeat(8_000))))

const importFile = (http: HttpClient, file: string, query = ''): Promise<Answer> =>
  http.send('POST', `/api/import${query}`, file, { 'content-type': 'application/octet-stream' })
const titles = (answer: Answer): string[] => field<Imported[]>(answer, 'sessions').map(({ title }) => title)
const kept = async (http: HttpClient): Promise<number> =>
  field<unknown[]>(await http.get('/api/sessions'), 'sessions').length

describe.each([
  ['a small file', SMALL, ['Talk a', 'Talk b', 'Talk c']],
  ['a file that a worker reads', LARGE, ['Talk 0', 'Talk 1', 'Talk 2', 'Talk 3', 'Talk 4']],
])('%s of several conversations', (_what, file, all) => {
  test('[FM28] each becomes a session, in the order of the file', async () => {
    const http = httpClient(await startServer())
    const answer = await importFile(http, file, '?title=Unused')
    expect(answer.status).toBe(201)
    expect(titles(answer)).toEqual(all)
    const [first] = field<Imported[]>(answer, 'sessions')
    expect(first?.report).toMatchObject({ format: 'chatgpt', formatTitle: 'ChatGPT export', added: 2 })
    expect(field(await http.get(`/api/sessions/${first?.id}/context`), 'leafId')).toBe(`${all[0]?.slice(-1)}-a`)
  })

  test('[FM28] asked first, the server says what the file holds and makes nothing; then it makes what was picked', async () => {
    const http = httpClient(await startServer())
    const asked = await importFile(http, file, '?several=ask')
    expect(asked.status).toBe(200)
    expect(field(asked, 'choices')).toEqual(
      all.map((title, place) => ({ place, title, createdAt: '2026-02-02T02:40:00.000Z', entries: 2 })),
    )
    expect(await kept(http)).toBe(0)
    const picked = await importFile(http, file, '?pick=2,0&several=ask')
    expect(titles(picked)).toEqual([all[0], all[2]])
    expect(await kept(http)).toBe(2)
    expect(titles(await importFile(http, file, '?pick=0-1,2-2'))).toEqual(all.slice(0, 3))
  })

  test('[FM28] a place that the file does not have, and several for one session, are refused and make nothing', async () => {
    const http = httpClient(await startServer())
    const id = field(await http.post('/api/sessions', {}), 'id')
    for (const query of ['?pick=9', '?pick=0-9', '?pick=1-0', '?pick=x', `?session=${id}`, `?session=${id}&pick=0,1`]) {
      const refused = await importFile(http, file, query)
      expect([query, refused.status, field(refused, 'error.code')]).toEqual([query, 400, 'bad_request'])
    }
    expect(await kept(http)).toBe(1)
    const added = await importFile(http, file, `?session=${id}&pick=1`)
    expect(field<Imported[]>(added, 'sessions')).toMatchObject([{ id, report: { added: 2 } }])
  })
})

test('[FM28] a file of one conversation is imported without asking', async () => {
  const http = httpClient(await startServer())
  const answer = await importFile(http, JSON.stringify(conversation('a', 'one')), '?several=ask')
  expect([answer.status, titles(answer)]).toEqual([201, ['Talk a']])
})

test('[FM28] what is damaged far inside a large file is said, and the rest is imported', async () => {
  const http = httpClient(await startServer())
  const answer = await importFile(http, LARGE.slice(0, -2_000))
  expect(titles(answer)).toHaveLength(5)
  expect(answer.text).toContain('damaged or cut off')
  const refused = await importFile(http, `[{"mapping":${'x'.repeat(200_000)}`)
  expect([refused.status, field(refused, 'error.code')]).toEqual([415, 'unsupported_format'])
})

describe('what is damaged in a part of the file that was not chosen', () => {
  interface Reported {
    readonly report: { readonly leftOut: readonly { readonly line?: number; readonly message: string }[] }
  }
  const talks = (more: string): string[] => ['a', 'b', 'c'].map((name) => JSON.stringify(conversation(name, more)))
  const byText = (a = '', b = ''): number => (a < b ? -1 : 1)
  const notes = (answer: Answer): string[] =>
    field<Reported[]>(answer, 'sessions').flatMap(({ report }) => report.leftOut.map(({ message }) => message))

  test.each([
    ['a small file', 'one', ['', '?pick=0', '?pick=1', '?pick=2', '?pick=0,1', '?pick=1,2']],
    ['a file that a worker reads', 'words '.repeat(12_000), ['?pick=0', '?pick=1,2']],
  ])('[HT33] is said once, whatever was picked: %s', async (_what, words, queries) => {
    const [a, b, c] = talks(words)
    // Between two conversations, and in the last one, which is cut off.
    const file = `[${a},\n{"mapping": {broken,\n${b},\n${c?.slice(0, -30)}`
    for (const query of queries) {
      const http = httpClient(await startServer())
      const said = notes(await importFile(http, file, query))
      expect([query, ...said.map((message) => /line (\d+)/.exec(message)?.[1])].toSorted(byText)).toEqual(
        ['2', '4', query].toSorted(byText),
      )
    }
  })

  test.each([
    ['a small file', 'one'],
    ['a file that a worker reads', 'words '.repeat(12_000)],
  ])('[HT37] is said with the choices, before anything is made: %s', async (_what, words) => {
    const http = httpClient(await startServer())
    const [a, b, c] = talks(words)
    const asked = await importFile(http, `[${a},\n{"mapping": {broken,\n${b},\n${c?.slice(0, -30)}`, '?several=ask')
    expect(asked.status).toBe(200)
    expect(field<{ line: number }[]>(asked, 'notes').map(({ line }) => line)).toEqual([2, 4])
    expect(field(asked, 'notes.0.message')).toContain('damaged or cut off')
    const whole = await importFile(http, `[${a},\n${b}]`, '?several=ask')
    expect(field(whole, 'notes')).toEqual([])
  })

  test('[HT33] so it is when one is added to a session, and in a list of plain messages', async () => {
    const http = httpClient(await startServer())
    const [a, b] = talks('one')
    const id = field(await http.post('/api/sessions', {}), 'id')
    const added = await importFile(http, `[${a},\n{"mapping": {broken,\n${b}]`, `?session=${id}&pick=0`)
    expect(notes(added)).toHaveLength(1)
    const list = (words: string): string => JSON.stringify({ messages: [{ role: 'user', content: words }] })
    const plain = await importFile(http, `${list('one')}\n{"messages": [broken\n${list('two')}\n`, '?pick=0')
    expect(notes(plain)).toHaveLength(1)
  })
})

describe('what a session is called', () => {
  async function called(file: unknown, query: string): Promise<string[]> {
    return titles(await importFile(httpClient(await startServer()), JSON.stringify(file), query))
  }
  const unnamed = [{ role: 'user', content: 'Which beds are dry?' }]
  const wordless = [{ role: 'assistant', content: '' }]

  test('[UI110] the name a file gives wins over the title that is asked for and over the name of the file', async () => {
    expect(await called([conversation('a', 'one')], '?title=Asked&file=conversations.json')).toEqual(['Talk a'])
  })

  test('[UI110] without one it is the title that is asked for, else the first words, else the name of the file', async () => {
    expect(await called(unnamed, '?title=Asked&file=beds.v2.JSON')).toEqual(['Asked'])
    expect(await called(unnamed, '?file=beds.v2.JSON')).toEqual(['Which beds are dry?'])
    expect(await called(wordless, '?file=beds.v2.JSON')).toEqual(['beds.v2'])
    expect(await called(wordless, '')).toEqual(['Imported session'])
  })
})
