// Runs over HTTP and on the desk: side by side, stopped, and carrying nobody's leaf but the starter's.
import { expect, test } from 'vitest'
import { userEntry } from '../support/entries.ts'
import { eventually } from '../support/eventually.ts'
import { field, httpClient } from '../support/http-client.ts'
import { startServer } from '../support/start-server.ts'

interface Listed {
  readonly seq: number
  readonly entry: {
    readonly id: string
    readonly parentId: string | null
    readonly message?: { readonly role: string; readonly stopReason?: string; readonly errorMessage?: string }
  }
}

async function session(server: { url: string; token: string }) {
  const http = httpClient(server)
  const id = field(await http.post('/api/sessions', { title: 'Runs' }), 'id')
  const me = field(await http.get('/api/me'), 'participant.id')
  const root = userEntry(me, null, 'Shared start')
  await http.post(`/api/sessions/${id}/entries`, { entries: [root] })
  const entry = (entryId: string) =>
    eventually(`entry ${entryId}`, async () =>
      field<Listed[]>(await http.get(`/api/sessions/${id}/entries`), 'entries').find(
        ({ entry }) => entry.id === entryId,
      ),
    )
  return { http, id, me, root, entry }
}

test('[RN1] two runs on two branches go on side by side, and each context holds its own path only', async () => {
  const server = await startServer()
  const { http, id, root, entry } = await session(server)
  const start = async (prompt: string) => http.post(`/api/sessions/${id}/runs`, { leafId: root.id, prompt })
  const [a, b] = await Promise.all([start('Plan A'), start('Plan B')])
  expect([a.status, b.status]).toEqual([202, 202])
  const answers = await Promise.all([entry(field(a, 'entryId')), entry(field(b, 'entryId'))])
  for (const [i, answer] of answers.entries()) {
    const context = (await http.get(`/api/sessions/${id}/context?leaf=${answer.entry.id}`)).text
    expect(context).toContain(i === 0 ? 'Plan A' : 'Plan B')
    expect(context).not.toContain(i === 0 ? 'Plan B' : 'Plan A')
    expect(context).toContain('Shared start')
  }
})

test('[RN4] a stopped run ends as an entry that says who stopped it', async () => {
  const server = await startServer({ wordDelayMs: 20 })
  const { http, id, root, entry } = await session(server)
  const started = await http.post(`/api/sessions/${id}/runs`, { leafId: root.id, prompt: 'Go on for long' })
  const stopped = await http.post(`/api/sessions/${id}/runs/${field(started, 'runId')}/stop`)
  expect(stopped.status).toBeLessThan(300)
  const { entry: reply } = await entry(field(started, 'entryId'))
  expect(reply.message?.stopReason).toBe('aborted')
  expect(reply.message?.errorMessage).toMatch(/^Stopped by /)
  expect((await http.post(`/api/sessions/${id}/runs/${field(started, 'runId')}/stop`)).status).toBe(404)
})

test('[RN2] a run below an unknown leaf is refused with the entry’s id', async () => {
  const server = await startServer()
  const { http, id } = await session(server)
  const refused = await http.post(`/api/sessions/${id}/runs`, { leafId: 'nowhere', prompt: 'x' })
  expect(refused.status).toBe(404)
  expect(field(refused, 'error.message')).toContain('nowhere')
}, 20_000)

test('[RN6] a run in an empty session needs a prompt, which becomes a root', async () => {
  const server = await startServer()
  const http = httpClient(server)
  const id = field(await http.post('/api/sessions', { title: 'Empty' }), 'id')
  expect((await http.post(`/api/sessions/${id}/runs`, { leafId: null })).status).toBe(400)
  const started = await http.post(`/api/sessions/${id}/runs`, { leafId: null, prompt: 'First words' })
  expect(started.status).toBe(202)
  const listed = await eventually('prompt and answer', async () => {
    const entries = field<Listed[]>(await http.get(`/api/sessions/${id}/entries`), 'entries')
    return entries.length === 2 && entries
  })
  expect(listed[0]?.entry.parentId).toBeNull()
  expect(listed[1]?.entry).toMatchObject({ id: field(started, 'entryId'), parentId: listed[0]?.entry.id })
})

test('[AD10] the id of an answer that is still being written is closed to everyone else, over HTTP too', async () => {
  const server = await startServer({ wordDelayMs: 20 })
  const { http, id, me, root, entry } = await session(server)
  const started = await http.post(`/api/sessions/${id}/runs`, { leafId: root.id, prompt: 'Take your time' })
  const replyId = field(started, 'entryId')
  const thief = { ...userEntry(me, root.id, 'stolen'), id: replyId }
  const refused = await http.post(`/api/sessions/${id}/entries`, { entries: [thief] })
  expect(refused.status).toBe(409)
  expect(field(refused, 'error.code')).toBe('id_used')
  await http.post(`/api/sessions/${id}/runs/${field(started, 'runId')}/stop`)
  expect((await entry(replyId)).entry.message?.role).toBe('assistant')
})
