import { expect, test } from 'vitest'
import { thrownAway } from './thrown-away.ts'

const long = 'Please measure five hundred against two thousand rows per batch.'

test('[UI78] what is cleared by hand goes to the trash: at once, or letter by letter at its longest', () => {
  expect(thrownAway({ longest: long, before: long, after: '' })).toBe(long)
  expect(thrownAway({ longest: 'ok', before: 'ok', after: '' })).toBe('ok')
  expect(thrownAway({ longest: long, before: 'P', after: '' })).toBe(long)
  expect(thrownAway({ longest: long, before: long, after: ' \n' })).toBe(long)
})

test('[UI78] what is typed over a whole text that was selected goes to the trash', () => {
  expect(thrownAway({ longest: long, before: long, after: 'N' })).toBe(long)
})

test('[UI78] correcting, shortening and taking back a word or a letter is no throwing away', () => {
  expect(thrownAway({ longest: 'x', before: 'x', after: '' })).toBeUndefined()
  expect(thrownAway({ longest: long, before: long, after: long.slice(0, 20) })).toBeUndefined()
  expect(thrownAway({ longest: long, before: 'short', after: 's' })).toBeUndefined()
  expect(thrownAway({ longest: 'short', before: 's', after: '' })).toBeUndefined()
})
