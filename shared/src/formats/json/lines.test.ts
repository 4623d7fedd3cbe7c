import { expect, test } from 'vitest'
import { splitLines } from './lines.ts'

const textsOf = (...chunks: string[]): string[] => [...splitLines(chunks)].map(({ text }) => text)

test('[FM3] lines end at LF only, whatever else a text holds', () => {
  expect(textsOf('a\u2028b\u2029c\u0085d\u000be\rf\ng\n')).toEqual(['a\u2028b\u2029c\u0085d\u000be\rf', 'g'])
})

test('[FM3] a CR before the LF and byte order marks are no part of a line', () => {
  expect(textsOf('\ufeffa\r\n\r\nb\r')).toEqual(['a', '', 'b'])
})

test('[FM3] a text cut into chunks anywhere gives the same lines', () => {
  const text = '\ufeff{"a":1}\r\n\n{"b":2}\n{"c":'
  const whole = [...splitLines([text])]
  for (let at = 0; at <= text.length; at += 1) {
    expect([...splitLines([text.slice(0, at), text.slice(at)])]).toEqual(whole)
  }
  expect([...splitLines(text.split(''))]).toEqual(whole)
})

test('[FM4] a last line without LF says so, for it may have been cut off', () => {
  expect([...splitLines(['a\nb'])].map(({ number, ended }) => [number, ended])).toEqual([
    [1, true],
    [2, false],
  ])
  expect([...splitLines(['a\n'])]).toHaveLength(1)
  expect([...splitLines([])]).toEqual([])
})
