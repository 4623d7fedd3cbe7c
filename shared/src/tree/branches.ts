// What a branch is called: a short name everyone derives alike, and a title to recognise it by.
import type { Entry } from '../entry/entry.ts'
import type { EntryId } from '../entry/ids.ts'
import { entryText, firstWords } from './entry-text.ts'
import type { TreeIndex } from './tree-index.ts'

/** Without letters and digits that look like another one. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const SHORTEST = 3
const LONGEST = 12
const TITLE_LENGTH = 60
/** How far down a branch a title is looked for. */
const TITLE_REACH = 100

/**
 * The name of the branch that starts with an entry: three characters of a hash of its id (TR9). Two branches may share
 * it; `branchNameIn` is the name to show.
 */
export function branchName(firstId: EntryId): string {
  return spell(firstId, SHORTEST)
}

/** The branch's name in this session: as `branchName`, longer where another branch of the session has the same one. */
export function branchNameIn(index: TreeIndex, firstId: EntryId): string {
  const known = names.get(index)
  if (known !== undefined && known.version === index.forkVersion)
    return known.byStart.get(firstId) ?? branchName(firstId)
  const byStart = nameAll(branchStarts(index))
  names.set(index, { version: index.forkVersion, byStart })
  return byStart.get(firstId) ?? branchName(firstId)
}

/** Where branches start: roots, and the children of branch points. */
export function branchStarts(index: TreeIndex): EntryId[] {
  return [...index.branches(null), ...index.branchPoints().flatMap((id) => index.branches(id))]
}

/** Where the branch an entry lies on starts: the nearest such place at or above it. */
export function branchStartOf(index: TreeIndex, id: EntryId): EntryId {
  let start = id
  for (;;) {
    const parent = index.parentOf(start)
    if (parent === null || parent === undefined || index.branches(parent).length > 1) return start
    start = parent
  }
}

/**
 * The first label on the branch, else the first words a person wrote there, else the first words of anything, else
 * what kind of note an extension left there. Looks no further than the next branch point; empty when there is nothing.
 */
export function branchTitle(index: TreeIndex, firstId: EntryId): string {
  const segment = segmentFrom(index, firstId)
  const label = segment.map((entry) => index.labelOf(entry.id)).find((text) => text !== undefined)
  if (label !== undefined) return firstWords(label, TITLE_LENGTH)
  const said = [...segment.filter(isUserMessage), ...segment].map(entryText).find((text) => text.trim() !== '')
  return firstWords(said ?? segment.map(noteKind).find((kind) => kind !== '') ?? '', TITLE_LENGTH)
}

interface Names {
  readonly version: number
  readonly byStart: ReadonlyMap<EntryId, string>
}
const names = new WeakMap<TreeIndex, Names>()

/** The shortest names that differ; which entry came first does not matter. */
function nameAll(starts: readonly EntryId[]): Map<EntryId, string> {
  const byStart = new Map<EntryId, string>()
  let unnamed = starts
  for (let length = SHORTEST; unnamed.length > 0; length += 1) {
    const groups = Map.groupBy(unnamed, (id) => spell(id, length))
    for (const [name, ids] of groups)
      if (ids.length === 1 || length === LONGEST) for (const id of ids) byStart.set(id, name)
    unnamed = unnamed.filter((id) => !byStart.has(id))
  }
  return byStart
}

/** The first letters of a hash of the id: six from each of two differently seeded FNV-1a sums. */
function spell(id: EntryId, length: number): string {
  let word = ''
  for (const seed of [0x811c9dc5, 0x9747b28c]) {
    let rest = hash(id, seed)
    for (let i = 0; i < LONGEST / 2; i += 1) {
      word += LETTERS[rest % LETTERS.length] ?? ''
      rest = Math.floor(rest / LETTERS.length)
    }
  }
  return word.slice(0, length)
}

function hash(text: string, seed: number): number {
  let sum = seed
  for (let i = 0; i < text.length; i += 1) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193)
  sum = Math.imul(sum ^ (sum >>> 15), 0x85ebca6b)
  return (sum ^ (sum >>> 13)) >>> 0
}

function noteKind(entry: Entry): string {
  return entry.type === 'custom' ? entry.customType : ''
}

function isUserMessage(entry: Entry): boolean {
  return entry.type === 'message' && entry.message.role === 'user'
}

function segmentFrom(index: TreeIndex, firstId: EntryId): Entry[] {
  const segment: Entry[] = []
  let next: EntryId | undefined = firstId
  while (next !== undefined && segment.length < TITLE_REACH) {
    const entry = index.get(next)
    if (entry !== undefined) segment.push(entry)
    const below = index.branches(next)
    next = below.length === 1 ? below[0] : undefined
  }
  return segment
}
