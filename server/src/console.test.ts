import { expect, test } from 'vitest'
import { explainListenError, explainStorageError, signInLine, urlOf } from './console.ts'

test('[HT3] the printed address can be opened on this machine', () => {
  expect(urlOf('127.0.0.1', 4180)).toBe('http://127.0.0.1:4180')
  expect(urlOf('::1', 4180)).toBe('http://[::1]:4180')
  expect(urlOf('0.0.0.0', 5000)).toBe('http://localhost:5000')
  expect(urlOf('::', 5000)).toBe('http://localhost:5000')
})

test('[HT3] the sign-in link holds a token that was made here, and never one that was given', () => {
  expect(signInLine('http://h:1', 'abc')).toBe('Sign in: http://h:1/signin?token=abc')
  expect(signInLine('http://h:1', undefined)).toBe('Sign in: http://h:1/signin?token=<the value of COPPICE_TOKEN>')
})

test('[HT3] a server that cannot listen says so in one line that tells what to do', () => {
  const failed = (code: string) => explainListenError(Object.assign(new Error('x'), { code }), '10.0.0.1', 80)
  expect(failed('EADDRINUSE')).toMatch(/^Port 80 on 10.0.0.1 is in use\. .*COPPICE_PORT or --port/)
  expect(failed('EACCES')).toMatch(/above 1023/)
  expect(failed('EADDRNOTAVAIL')).toMatch(/^COPPICE_HOST: "10.0.0.1" is not an address/)
  expect(failed('EOTHER')).toMatch(/could not listen/)
  expect(explainStorageError(new Error('EACCES: permission denied'), '/data')).toMatch(
    /^The data folder \/data .*--data/,
  )
})
