// What our server is asked over HTTP: who the token's owner is, new sessions before the sockets open, an answer.
import { field, httpClient, type HttpClient } from '../../support/http-client.ts'
import { OUR_TOKEN } from './contenders.ts'

const AT_ONCE = 16

export async function ownerId(port: number): Promise<string> {
  return field(await client(port).get('/api/me'), 'participant.id')
}

/** Makes sessions and gives their ids. */
export async function makeSessions(port: number, count: number): Promise<string[]> {
  const http = client(port)
  const ids: string[] = []
  let begun = 0
  const worker = async (): Promise<void> => {
    while (begun < count) {
      begun += 1
      ids.push(field(await http.post('/api/sessions', { title: 'Bench' }), 'id'))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return ids
}

/** Asks for an answer in an empty session. */
export async function startRun(port: number, session: string, prompt: string): Promise<void> {
  field(await client(port).post(`/api/sessions/${session}/runs`, { leafId: null, prompt }), 'runId')
}

function client(port: number): HttpClient {
  return httpClient({ url: `http://127.0.0.1:${port}`, token: OUR_TOKEN })
}
