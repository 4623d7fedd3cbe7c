// Who and what fills the context: its tokens by writer, for the bar above the list.
import type { ParticipantId, Person, ProjectedContext, TreeIndex } from '@coppice/shared'
import { writerOf, type Writer } from './writer.ts'

export interface Share {
  readonly key: string
  readonly words: string
  readonly tokens: number
  /** The writer in whose colour it is drawn; undefined: nobody's, drawn in a neutral tone. */
  readonly person: Person | undefined
}

/** Largest first. The shares add up to the context's own estimate. */
export function contextShares(
  context: ProjectedContext,
  index: TreeIndex,
  people: ReadonlyMap<ParticipantId, Person>,
): readonly Share[] {
  const shares = new Map<string, { words: string; tokens: number; person: Person | undefined }>()
  for (const item of context.items) {
    const writer = writerOf(item.entryId === null ? undefined : index.get(item.entryId), people)
    const key = writer.kind === 'person' ? `by ${writer.id}` : writer.kind
    const person = writer.kind === 'person' ? writer.person : undefined
    const share = shares.get(key) ?? { words: wordsFor(writer), tokens: 0, person }
    share.tokens += item.tokens
    shares.set(key, share)
  }
  return [...shares].map(([key, share]) => ({ key, ...share })).sort((a, b) => b.tokens - a.tokens)
}

function wordsFor(writer: Writer): string {
  switch (writer.kind) {
    case 'person':
      return writer.person.name
    case 'tool':
      return 'Tool output'
    case 'summary':
      return 'Summaries'
    case 'instructions':
      return 'Instructions'
    case 'extension':
      return 'Added by tools'
    case 'added':
      return 'Added'
    default:
      return writer satisfies never
  }
}
