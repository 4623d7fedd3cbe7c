// Who and what fills the context: its tokens by writer, for the bar above the list.
import type { ParticipantId, Person, ProjectedContext, TreeIndex } from '@coppice/shared'
import { findPerson } from '../people/find-person.ts'

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
    const author = item.entryId === null ? undefined : index.get(item.entryId)?.author
    const { key, words, person } = shareOf(item.message.role, author, people)
    const share = shares.get(key) ?? { words, tokens: 0, person }
    share.tokens += item.tokens
    shares.set(key, share)
  }
  return [...shares].map(([key, share]) => ({ key, ...share })).sort((a, b) => b.tokens - a.tokens)
}

function shareOf(
  role: string,
  author: ParticipantId | undefined,
  people: ReadonlyMap<ParticipantId, Person>,
): { readonly key: string; readonly words: string; readonly person: Person | undefined } {
  switch (role) {
    case 'toolResult':
    case 'bashExecution':
      return { key: 'tools', words: 'Tool output', person: undefined }
    case 'compactionSummary':
    case 'branchSummary':
      return { key: 'summaries', words: 'Summaries', person: undefined }
    case 'system':
    case 'custom':
      return { key: 'system', words: 'Instructions', person: undefined }
    default: {
      // An imported answer was written by a model, whoever brought the file in.
      if (role === 'assistant' && (author === undefined || findPerson(people, author).kind === 'human'))
        return { key: 'answers', words: 'Answers', person: undefined }
      if (author === undefined) return { key: 'others', words: 'Others', person: undefined }
      const person = findPerson(people, author)
      return { key: `by ${author}`, words: person.name, person }
    }
  }
}
