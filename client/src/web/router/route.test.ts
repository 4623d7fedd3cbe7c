import { sessionId } from '@coppice/shared'
import { expect, test } from 'vitest'
import { hrefOf, parseRoute, type Route } from './route.ts'

test('[UI32] the three pages have one address each, and what is no page is said to be unknown', () => {
  expect(parseRoute('/')).toEqual({ page: 'sessions' })
  expect(parseRoute('')).toEqual({ page: 'sessions' })
  expect(parseRoute('/s/0197-ab_c')).toEqual({ page: 'session', id: '0197-ab_c' })
  expect(parseRoute('/s/0197-ab_c/')).toEqual({ page: 'session', id: '0197-ab_c' })
  expect(parseRoute('/join/k%2Fx')).toEqual({ page: 'join', code: 'k/x' })
  for (const path of ['/s', '/s/a/b', '/s/a%20b', '/s/..', '/join', '/join/%E0%A4%A', '/settings'])
    expect(parseRoute(path)).toEqual({ page: 'unknown', path })
})

test('[UI32] the address of a page leads back to it', () => {
  const routes: Route[] = [
    { page: 'sessions' },
    { page: 'session', id: sessionId('a1') },
    { page: 'join', code: 'ä/?#%' },
    { page: 'unknown', path: '/nowhere' },
  ]
  for (const route of routes) expect(parseRoute(hrefOf(route))).toEqual(route)
})
