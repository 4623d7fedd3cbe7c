import { expect, test } from 'vitest'
import { fencedParts } from './fenced.ts'

test('[UI26] code between fences in a prompt keeps its columns; the rest of the prompt stays as it was written', () => {
  expect(fencedParts('Look:\n\n```ts\na\n  b\n```\n\nand *this*')).toEqual([
    { kind: 'text', text: 'Look:' },
    { kind: 'code', text: 'a\n  b', language: 'ts' },
    { kind: 'text', text: 'and *this*' },
  ])
  expect(fencedParts('~~~\nx\n~~~')).toEqual([{ kind: 'code', text: 'x', language: '' }])
  expect(fencedParts('no code\n\nhere')).toEqual([{ kind: 'text', text: 'no code\n\nhere' }])
})

test('[UI26] a fence that is never closed is text like any other, and shorter fences inside code are code', () => {
  expect(fencedParts('a\n```\nb')).toEqual([
    { kind: 'text', text: 'a' },
    { kind: 'text', text: '```\nb' },
  ])
  expect(fencedParts('````\n```\nx\n```\n````')).toEqual([{ kind: 'code', text: '```\nx\n```', language: '' }])
  expect(fencedParts('')).toEqual([])
})
