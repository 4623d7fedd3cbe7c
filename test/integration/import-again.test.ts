// A file that is imported again into its session, over HTTP: what it says otherwise stands beside what was there.
import { describe, expect, test } from 'vitest'
import { GROWING_FILES } from '../support/growing-files.ts'
import { field, httpClient, type HttpClient } from '../support/http-client.ts'
import { startServer } from '../support/start-server.ts'

interface Note {
  readonly line?: number
  readonly message: string
}
interface Imported {
  readonly id: string
  readonly report: {
    readonly kept: number
    readonly added: number
    readonly alreadyThere: number
    readonly keptAsIs: readonly Note[]
    readonly leftOut: readonly Note[]
  }
}
interface Stored {
  readonly id: string
  readonly parentId: string | null
  readonly message?: { readonly content: unknown }
}

async function importOne(http: HttpClient, file: string, query = ''): Promise<Imported> {
  const answer = await http.send('POST', `/api/import${query}`, file, { 'content-type': 'application/octet-stream' })
  const [one] = field<Imported[]>(answer, 'sessions')
  if (one === undefined) throw new Error(answer.text)
  return one
}

async function entriesOf(http: HttpClient, id: string): Promise<readonly Stored[]> {
  const answer = await http.get(`/api/sessions/${id}/entries?limit=1000`)
  return field<{ entry: Stored }[]>(answer, 'entries').map(({ entry }) => entry)
}

async function contextOf(http: HttpClient, id: string, query = ''): Promise<unknown[]> {
  const answer = await http.get(`/api/sessions/${id}/context${query}`)
  return field<{ message: { role: string; content: unknown } }[]>(answer, 'items').map(({ message }) => [
    message.role,
    message.content,
  ])
}

const line = (value: unknown): string => `${JSON.stringify(value)}\n`

test('[HT39] a file that is added to an empty session brings its header along: it comes back as it was', async () => {
  const http = httpClient(await startServer())
  const file = [
    { type: 'session', version: 3, id: 's', timestamp: '2026-12-01T00:00:00.000Z', cwd: '/garden' },
    {
      type: 'message',
      id: 'a',
      parentId: null,
      timestamp: '2026-12-01T00:00:01.000Z',
      message: { role: 'user', content: 'Beds?', timestamp: 1 },
    },
  ]
    .map(line)
    .join('')
  const id = field(await http.post('/api/sessions', { title: 'Left by a server that was killed' }), 'id')
  await importOne(http, file, `?session=${id}`)
  expect((await http.get(`/api/sessions/${id}/export?format=pi`)).text.split('\n')[0]).toBe(file.split('\n')[0])
})

describe('a file that was imported in the middle of an answer', () => {
  const states = GROWING_FILES[0]?.states ?? []
  const whole = states.at(-1) ?? ''
  /** The thought and the first words of the answer. */
  const early = whole.split('\n').slice(0, 4).join('\n')
  const later = whole.split('\n').slice(0, 7).join('\n')

  test('[HT34] the form that has grown stands beside the first one, and what is new below it; the report says so', async () => {
    const http = httpClient(await startServer())
    const { id } = await importOne(http, early)
    const before = await entriesOf(http, id)
    const { report } = await importOne(http, whole, `?session=${id}`)
    expect(report.keptAsIs[0]).toEqual({
      line: 3,
      message:
        '1 entry was in the session in an earlier form, or with other content (line 3): both forms are kept, and what is new goes on from the form in this file.',
    })
    expect(report.leftOut).toEqual([])
    const entries = await entriesOf(http, id)
    expect(entries.slice(0, before.length)).toEqual(before)
    const grown = entries.find((entry) => entry.id.startsWith('a1~'))
    expect(grown?.parentId).toBe('u1')
    expect(entries.find((entry) => entry.id === 'r1')?.parentId).toBe(grown?.id)
    const fresh = await importOne(http, whole)
    expect(await contextOf(http, id, '?leaf=a8')).toEqual(await contextOf(http, fresh.id, '?leaf=a8'))
  })

  test('[HT34] importing it a third time adds nothing; each time it has grown adds one form', async () => {
    const http = httpClient(await startServer())
    const { id } = await importOne(http, early)
    const forms = async (): Promise<string[]> =>
      (await entriesOf(http, id)).map((entry) => entry.id).filter((one) => /^a1(?:~|$)/.test(one))
    for (const [file, count] of [
      [later, 2],
      [later, 2],
      [whole, 3],
      [whole, 3],
      [early, 3],
    ] as const) {
      const { report } = await importOne(http, file, `?session=${id}`)
      expect([await forms(), report.added + report.alreadyThere]).toEqual([
        expect.objectContaining({ length: count }),
        report.kept,
      ])
    }
    expect((await importOne(http, whole, `?session=${id}`)).report).toMatchObject({ added: 0, leftOut: [] })
  })

  test('[HT34] who imports and stood on the first form stands where the file says; who stood elsewhere stays', async () => {
    const http = httpClient(await startServer())
    const leafOf = async (id: string): Promise<string> => field(await http.get(`/api/sessions/${id}/context`), 'leafId')
    const { id } = await importOne(http, early)
    expect(await leafOf(id)).toBe('a1')
    await importOne(http, early, `?session=${id}`)
    expect(await leafOf(id)).toBe('a1')
    await importOne(http, whole, `?session=${id}`)
    expect(await leafOf(id)).toBe('a8')
    const other = await importOne(http, whole.split('\n').slice(0, 2).join('\n'))
    expect(await leafOf(other.id)).toBe('u1')
    await importOne(http, whole, `?session=${other.id}`)
    expect(await leafOf(other.id)).toBe('u1')
  })

  test('[HT34] what someone wrote below the first form stays there', async () => {
    const http = httpClient(await startServer())
    const { id } = await importOne(http, early)
    const entry = { id: 'mine', type: 'message', parentId: 'a1', message: { role: 'user', content: 'Wait.' } }
    await http.post(`/api/sessions/${id}/entries`, { entries: [entry] })
    await importOne(http, whole, `?session=${id}`)
    expect((await entriesOf(http, id)).find((one) => one.id === 'mine')?.parentId).toBe('a1')
    expect(JSON.stringify(await contextOf(http, id, '?leaf=mine'))).not.toContain('toolResult')
  })
})

describe('a Pi file that was changed by hand', () => {
  const said = (id: string, parentId: string | null, text: string, more = {}): string =>
    line({
      type: 'message',
      id,
      parentId,
      timestamp: '2026-11-30T10:00:01.000Z',
      message: { role: 'user', content: text },
      ...more,
    })
  const header = line({ type: 'session', version: 3, id: 'made', timestamp: '2026-11-30T10:00:00.000Z', cwd: '/' })
  // A record of an unknown type, one that can only be kept as text, and one that says who wrote it.
  const below =
    line({ type: 'future', id: 'c', parentId: 'b', timestamp: '2026-11-30T10:00:02.000Z', words: 'later' }) +
    said('d', 'c', 'exact', { big: 0 }).replace('"big":0', '"big":1e999') +
    said('e', 'd', 'four', { author: 'someone' })
  const first = header + said('a', null, 'one') + said('b', 'a', 'two')
  const edited = header + said('a', null, 'ONE') + said('b', 'a', 'two') + below

  test('[FM121] both forms are in the export, each line with the parent that it has here, and it comes back as it is', async () => {
    const http = httpClient(await startServer())
    const { id } = await importOne(http, first)
    const { report } = await importOne(http, edited, `?session=${id}`)
    expect(report).toMatchObject({ added: 5, alreadyThere: 0, kept: 5, leftOut: [] })
    expect(report.keptAsIs[0]?.message).toContain('1 entry below an earlier form stands below the later one too.')
    const { text } = await http.get(`/api/sessions/${id}/export?format=pi`)
    const links = (entries: readonly Stored[]): unknown => new Map(entries.map((one) => [one.id, one.parentId]))
    const entries = await entriesOf(http, id)
    const lines = text
      .trim()
      .split('\n')
      .slice(1)
      .map((record) => JSON.parse(record) as Stored)
    expect(links(lines)).toEqual(links(entries))
    expect(lines).toHaveLength(entries.length)
    expect(text).toContain('"big":1e999')
    for (const words of ['"one"', '"ONE"', '"two"', '"later"', '"four"', '"someone"']) expect(text).toContain(words)

    expect((await importOne(http, text, `?session=${id}`)).report).toMatchObject({ added: 0, alreadyThere: 7 })
    expect((await importOne(http, edited, `?session=${id}`)).report).toMatchObject({ added: 0, alreadyThere: 5 })
    const elsewhere = await importOne(http, text)
    const fresh = await importOne(http, edited)
    expect(await contextOf(http, id, '?leaf=e')).toEqual(await contextOf(http, fresh.id, '?leaf=e'))
    expect(await contextOf(http, elsewhere.id, '?leaf=e')).toEqual(await contextOf(http, fresh.id, '?leaf=e'))
    expect(await contextOf(http, elsewhere.id, '?leaf=b')).toEqual([
      ['user', 'one'],
      ['user', 'two'],
    ])
    expect((await importOne(http, edited, `?session=${elsewhere.id}`)).report).toMatchObject({ added: 0 })
  })
})

test('[FM122] an export of a session adds nothing to it, in Pi or in Coppice JSON, whatever tool it came from', async () => {
  const http = httpClient(await startServer())
  for (const { name, states } of GROWING_FILES) {
    const { id } = await importOne(http, states[Math.floor(states.length / 2)] ?? '')
    await importOne(http, states.at(-1) ?? '', `?session=${id}`)
    for (const format of ['json', 'pi']) {
      const { text } = await http.get(`/api/sessions/${id}/export?format=${format}`)
      const { report } = await importOne(http, text, `?session=${id}`)
      expect([name, format, report.added, report.leftOut]).toEqual([name, format, 0, []])
    }
  }
})
