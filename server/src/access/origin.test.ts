import { expect, test } from 'vitest'
import { isSameSite } from './origin.ts'

test.each([
  ['a page of this server', { host: '127.0.0.1:4180', origin: 'http://127.0.0.1:4180' }, true],
  ['a page behind a proxy that ends TLS', { host: 'tree.example', origin: 'https://tree.example' }, true],
  ['the scheme’s own port written out', { host: 'tree.example:443', origin: 'https://tree.example' }, true],
  ['another case of the name', { host: 'Tree.Example', origin: 'https://tree.example' }, true],
  ['a program', { host: '127.0.0.1:4180', origin: undefined }, true],
  ['an own page whose browser leaves Origin out', { host: 'a', origin: undefined, fetchSite: 'same-origin' }, true],
  ['another site', { host: 'tree.example', origin: 'https://evil.example' }, false],
  ['another port', { host: '127.0.0.1:4180', origin: 'http://127.0.0.1:8080' }, false],
  ['a subdomain', { host: 'tree.example', origin: 'https://evil.tree.example' }, false],
  ['a sandboxed page', { host: 'tree.example', origin: 'null' }, false],
  ['a cross-site page without Origin', { host: 'a', origin: undefined, fetchSite: 'cross-site' }, false],
  ['a same-site page without Origin', { host: 'a', origin: undefined, fetchSite: 'same-site' }, false],
  ['a request without Host', { host: undefined, origin: 'https://tree.example' }, false],
])('[AC4] a page counts as ours when host and port are the same: %s', (_name, headers, expected) => {
  expect(isSameSite(headers)).toBe(expected)
})
