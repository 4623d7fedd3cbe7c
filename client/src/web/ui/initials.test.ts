import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test('[UI31] a name is shortened to the first letters of its first and last word', () => {
  expect(initials('Anna Maria Moss')).toBe('AM')
  expect(initials('jo')).toBe('JO')
  expect(initials('Mia')).toBe('MI')
  expect(initials('demo-model')).toBe('DM')
  expect(initials('  ')).toBe('?')
  expect(initials('(guest) Øyvind')).toBe('GØ')
  expect(initials('😀😀')).toBe('?')
})
