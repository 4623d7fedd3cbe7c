// The parts of the bar above the context: the largest shares, each in a colour that no other part has.
import type { Share } from './context-shares.ts'

/** The smallest parts are put together after this many. */
const SHOWN = 4
const NEUTRALS = ['var(--ink-3)', 'var(--edge)', 'var(--line-strong)']
const REST = 'color-mix(in oklab, var(--line-strong) 70%, var(--surface))'
/** How much of a hue is left where others before it have the same one. */
const STRENGTHS = [100, 60, 35, 20]

export interface SharePart {
  readonly key: string
  readonly words: string
  readonly tokens: number
  readonly color: string
}

/** In the order of the shares; what is left comes last, as one part. */
export function sharePartsOf(shares: readonly Share[]): readonly SharePart[] {
  const parts: SharePart[] = []
  const used = new Map<number, number>()
  let neutral = 0
  for (const { key, words, tokens, person } of shares.slice(0, SHOWN)) {
    const before = person === undefined ? neutral++ : (used.get(person.color) ?? 0)
    if (person !== undefined) used.set(person.color, before + 1)
    const color = person === undefined ? (NEUTRALS[before] ?? REST) : hue(person.color, before)
    parts.push({ key, words, tokens, color })
  }
  const rest = shares.slice(SHOWN)
  if (rest.length > 0) {
    const tokens = rest.reduce((sum, share) => sum + share.tokens, 0)
    parts.push({ key: 'rest', words: `${rest.length} more`, tokens, color: REST })
  }
  return parts
}

function hue(color: number, before: number): string {
  const strength = STRENGTHS[before] ?? 0
  const full = `var(--person-${color})`
  return strength === 100 ? full : `color-mix(in oklab, ${full} ${strength}%, var(--surface))`
}
