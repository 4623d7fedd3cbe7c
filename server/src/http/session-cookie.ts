// The cookie that keeps a browser signed in.
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { COOKIE_LIFE_MS } from '../access/credentials.ts'

const NAME = 'coppice'

export function readSessionCookie(c: Context): string | undefined {
  return getCookie(c, NAME)
}

/** Out of reach of scripts; sent along by links from other sites, never by their forms or fetches. */
export function setSessionCookie(c: Context, secret: string): void {
  setCookie(c, NAME, secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: schemeOf(c) === 'https',
    maxAge: Math.floor(COOKIE_LIFE_MS / 1000),
  })
}

/** The scheme the browser used: a proxy that ends TLS says so in `X-Forwarded-Proto`. */
export function schemeOf(c: Context): 'http' | 'https' {
  const forwarded = c.req.header('x-forwarded-proto')?.split(',')[0]?.trim()
  return (forwarded ?? new URL(c.req.url).protocol.slice(0, -1)) === 'https' ? 'https' : 'http'
}
