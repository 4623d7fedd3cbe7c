// Damaged copies of a text, the same ones each time: cut, parts swapped, ids doubled, characters flipped, values renamed.

export interface DamagedText {
  readonly kind: 'cut' | 'swapped' | 'doubled' | 'flipped' | 'renamed'
  readonly text: string
}

/** `rounds` copies of each kind; renamed is each kind of value once. */
export function* damagedCopies(text: string, rounds: number): Generator<DamagedText> {
  for (let seed = 1; seed <= rounds; seed += 1) {
    const random = randomOf(seed)
    const place = (length: number): number => Math.floor(random() * length)
    yield { kind: 'cut', text: text.slice(0, place(text.length)) }
    yield { kind: 'swapped', text: swapped(text, place) }
    yield { kind: 'doubled', text: doubled(text, place) }
    yield { kind: 'flipped', text: flipped(text, place) }
  }
  for (const value of new Set(text.match(/"\w{1,48}" ?: ?"[\w~-]{1,48}"/g) ?? []))
    for (const name of INHERITED)
      yield { kind: 'renamed', text: text.replaceAll(value, value.replace(/"[\w~-]*"$/, `"${name}"`)) }
}

/** Names that every object answers to: a table that is asked for them must not. */
const INHERITED = ['constructor', '__proto__', 'toString']

type Place = (length: number) => number

/** Two lines change places; in a text of one line, two pieces between brackets. */
function swapped(text: string, place: Place): string {
  const mark = text.trimEnd().includes('\n') ? '\n' : ','
  const parts = text.split(mark)
  const [a, b] = [place(parts.length), place(parts.length)]
  const [one = '', other = ''] = [parts[a], parts[b]]
  parts[a] = other
  parts[b] = one
  return parts.join(mark)
}

/** One short string takes the place of another: ids, types, roles. */
function doubled(text: string, place: Place): string {
  const words = [...text.matchAll(/"[\w~-]{1,48}"/g)]
  const [one, other] = [words[place(words.length)], words[place(words.length)]]
  if (one === undefined || other === undefined) return text
  return `${text.slice(0, one.index)}${other[0]}${text.slice(one.index + one[0].length)}`
}

const CHARACTERS = ['"', '\\', '{', '}', '[', ']', ',', ':', '\n', '0', 'x', '\u0000', '\ud800', '\u2028']

function flipped(text: string, place: Place): string {
  let result = text
  for (let count = 1 + place(3); count > 0; count -= 1) {
    const at = place(result.length)
    result = `${result.slice(0, at)}${CHARACTERS[place(CHARACTERS.length)] ?? ''}${result.slice(at + 1)}`
  }
  return result
}

/** Numbers in [0, 1) that depend on the seed alone (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
