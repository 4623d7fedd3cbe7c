// The two letters that stand for a name.

/** One or two letters: of the first and the last word, or the first two of a single word. "?" for an empty name. */
export function initials(name: string): string {
  const words = name
    .split(/[\s._-]+/u)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ''))
    .filter((word) => word !== '')
  const first = words[0]
  const last = words.at(-1)
  if (first === undefined || last === undefined) return '?'
  const letters =
    words.length === 1 ? Array.from(first).slice(0, 2) : [Array.from(first)[0] ?? '', Array.from(last)[0] ?? '']
  return letters.join('').toLocaleUpperCase()
}
