// Searching the tree: words over what was said, by whom, and labels. Every word must occur somewhere in the turn.
import { entryText, type Entry, type EntryId, type Person, type TreeIndex } from '@coppice/shared'

import type { Found } from './outline.ts'
import type { Branch, Cut } from './segments.ts'

export interface Filter {
  /** What the person typed; blank: everything. */
  readonly words: string
  readonly labelledOnly: boolean
}

export const NO_FILTER: Filter = { words: '', labelledOnly: false }

export interface FoundTurns extends Found {
  /** Turns found. */
  readonly count: number
}

interface Searched {
  readonly index: TreeIndex
  readonly cut: Cut
  readonly people: ReadonlyMap<string, Person>
}

/** Finds turns in all branches, folded or not; undefined when the filter is empty. O(entries). */
export function findTurns(searched: Searched, filter: Filter): FoundTurns | undefined {
  const words = filter.words
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0 && !filter.labelledOnly) return undefined
  const turns = new Map<Branch, Set<number>>()
  const leading = new Set<Branch>()
  let count = 0
  for (const branch of searched.cut.branches) {
    const hits = new Set<number>()
    for (const [number, turn] of branch.turns.entries()) {
      const ids = branch.chain.slice(turn.from, branch.turns[number + 1]?.from)
      if (isFound(ids, words, filter.labelledOnly, searched)) hits.add(number)
    }
    if (hits.size === 0) continue
    turns.set(branch, hits)
    count += hits.size
    for (let at: Branch | null = branch; at !== null && !leading.has(at); at = at.parent) leading.add(at)
  }
  return {
    count,
    has: (branch, turn) => turns.get(branch)?.has(turn) === true,
    leadsToFound: (branch) => leading.has(branch),
  }
}

function isFound(
  ids: readonly EntryId[],
  words: readonly string[],
  labelledOnly: boolean,
  searched: Searched,
): boolean {
  const { index, people } = searched
  const labels = ids.flatMap((id) => index.labelOf(id) ?? [])
  if (labelledOnly && labels.length === 0) return false
  const entries = ids.flatMap((id) => index.get(id) ?? [])
  return words.every(
    (word) =>
      entries.some((entry) => searchText(entry).includes(word)) ||
      labels.some((label) => label.toLocaleLowerCase().includes(word)) ||
      entries.some(({ author }) => (people.get(author)?.name ?? author).toLocaleLowerCase().includes(word)),
  )
}

// Texts in lower case, made once per entry and freed with it.
const searchTexts = new WeakMap<Entry, string>()

function searchText(entry: Entry): string {
  const known = searchTexts.get(entry)
  if (known !== undefined) return known
  const text = entryText(entry).toLocaleLowerCase()
  searchTexts.set(entry, text)
  return text
}
