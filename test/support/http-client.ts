// HTTP as a script would do it: JSON in, JSON out, a bearer token.

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  readonly text: string
}

export interface HttpClient {
  readonly url: string
  readonly token: string
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  /** The body goes as it is; undefined sends none. */
  send(
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | undefined,
    headers?: Record<string, string>,
  ): Promise<Answer>
}

export function httpClient(server: { readonly url: string; readonly token: string }): HttpClient {
  const send = async (
    method: string,
    path: string,
    body?: BodyInit,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await fetch(server.url + path, {
      method,
      headers: { ...(server.token === '' ? {} : { authorization: `Bearer ${server.token}` }), ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.text()
    const isJson = /^application\/json\b/.test(response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? (JSON.parse(text) as unknown) : undefined,
    }
  }
  return {
    url: server.url,
    token: server.token,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, JSON.stringify(body ?? {}), { 'content-type': 'application/json' }),
    send,
  }
}

/** Reads one field of a JSON answer, failing with the whole answer when it is not there. */
export function field<T = string>(answer: Answer, path: string): T {
  let value: unknown = answer.body
  for (const key of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[key]
  if (value === undefined) throw new Error(`no field ${path} in ${answer.status} ${answer.text.slice(0, 500)}`)
  return value as T
}

/** A guest of a session: accepts a fresh invite under a name, and keeps the cookie as a credential. */
export async function guestOf(
  owner: HttpClient,
  session: string,
  name: string,
  role: 'view' | 'comment' | 'prompt' = 'prompt',
): Promise<{ readonly cookie: string; readonly id: string; ticket(): Promise<string> }> {
  const code = field(await owner.post(`/api/sessions/${session}/invites`, { role }), 'code')
  const accepted = await httpClient({ url: owner.url, token: '' }).post(`/api/invites/${code}`, { name })
  const cookie = (accepted.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  if (accepted.status >= 300 || cookie === '')
    throw new Error(`the invite was not accepted: ${accepted.status} ${accepted.text}`)
  const id = field(accepted, 'participant.id')
  const anonymous = httpClient({ url: owner.url, token: '' })
  return {
    cookie,
    id,
    ticket: async () =>
      field(
        await anonymous.send('POST', `/api/sessions/${session}/tickets`, '{}', {
          cookie,
          'content-type': 'application/json',
          origin: owner.url,
        }),
        'ticket',
      ),
  }
}
