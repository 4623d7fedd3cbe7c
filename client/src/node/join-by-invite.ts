// How a program in Node takes part as somebody of its own: it follows an invite link once, and is the same participant
// from then on, since it keeps the cookie the server gave it.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { SessionError, sessionIdSchema, type SessionId } from '@coppice/shared'
import { z } from 'zod'
import { createApi } from '../sdk/api.ts'

export interface InviteOptions {
  /** The whole link, as the share dialog gives it: `http://host/join/<code>`. */
  readonly link: string
  /** The name to be known by. */
  readonly name: string
  /** File that keeps who I am, readable for its owner only. */
  readonly identityFile: string
  /** Gives up when it is aborted. */
  readonly signal?: AbortSignal
}

/** What `joinSession` needs of it. */
export interface Guest {
  readonly url: string
  readonly session: SessionId
  readonly fetch: typeof fetch
}

const identitySchema = z.object({ url: z.string(), session: sessionIdSchema, cookie: z.string() })
type Identity = z.infer<typeof identitySchema>

/**
 * Rejects with a SessionError when the link is none, is not valid any more, or the server cannot be reached or says
 * nothing; with the signal's reason when that is aborted.
 */
export async function joinByInvite(options: InviteOptions): Promise<Guest> {
  const { url, session, cookie } = (await readIdentity(options.identityFile)) ?? (await accept(options))
  return { url, session, fetch: withCookie(url, cookie) }
}

async function accept({ link, name, identityFile, signal }: InviteOptions): Promise<Identity> {
  const { origin, code } = parseLink(link)
  let cookie = ''
  const api = createApi({
    url: origin,
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
      return response
    },
  })
  const { session } = await api.acceptInvite(code, name, signal)
  if (cookie === '')
    throw new SessionError('unauthenticated', 'The server gave no sign-in for this link. Ask for another one.')
  const identity: Identity = { url: origin, session, cookie }
  await mkdir(dirname(identityFile), { recursive: true })
  await writeFile(identityFile, JSON.stringify(identity), { mode: 0o600 })
  return identity
}

/** Undefined when there is none yet. A file that cannot be read is said by name: another identity must not replace it. */
async function readIdentity(path: string): Promise<Identity | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    return identitySchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new SessionError('bad_request', `${path} does not say who I am. Delete it to join anew by the link.`, {
      cause,
    })
  }
}

function parseLink(link: string): { readonly origin: string; readonly code: string } {
  const url = URL.canParse(link) ? new URL(link) : undefined
  const code = url?.pathname.match(/\/join\/([^/]+)$/)?.[1]
  if (url === undefined || code === undefined)
    throw new SessionError('bad_request', `"${link}" is no invite link. It looks like http://host/join/<code>.`)
  return { origin: url.origin, code: decodeURIComponent(code) }
}

/** The server takes a cookie from its own pages and from programs that say so by the same origin. */
function withCookie(origin: string, cookie: string): typeof fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('cookie', cookie)
    headers.set('origin', origin)
    return fetch(input, { ...init, headers })
  }
}
