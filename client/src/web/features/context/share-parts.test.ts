import { expect, test } from 'vitest'
import type { Share } from './context-shares.ts'
import { sharePartsOf } from './share-parts.ts'

const share = (key: string, tokens: number, color?: number): Share => ({
  key,
  words: key,
  tokens,
  person: color === undefined ? undefined : { name: key, color, kind: 'human' },
})

test('[UI130] no two parts of the bar have the same colour, whoever has the same hue', () => {
  const parts = sharePartsOf([
    share('Tool output', 50),
    share('Owner', 40, 0),
    share('gpt', 30, 0),
    share('opus', 20, 0),
    share('Mia', 10, 1),
    share('Jo', 5, 2),
  ])
  expect(new Set(parts.map(({ color }) => color)).size).toBe(parts.length)
  expect(parts[1]?.color).toBe('var(--person-0)')
  expect(parts.at(-1)).toMatchObject({ key: 'rest', words: '2 more', tokens: 15 })
})
