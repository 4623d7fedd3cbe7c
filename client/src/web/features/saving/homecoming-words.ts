// What became of work done without the server, in sentences: "Your prompt became k7f beside the answer that came
// meanwhile."
import type { Entry, EntryId, ParticipantId, Person, TreeIndex } from '@coppice/shared'
import type { Homecoming } from '../../../sdk/types.ts'
import { counted } from '../../words/number-words.ts'
import { findPerson } from '../people/find-person.ts'
import { placeOf } from '../session/place.ts'
import { hasRole } from '../transcript/message-roles.ts'
import { isPrompt } from '../tree/turns.ts'

export interface HomeBranch {
  readonly id: EntryId
  /** As the tree names it. */
  readonly name: string
  /** What to open instead when one reads this branch already: what it stands beside. Undefined when that is not here. */
  readonly beside: { readonly id: EntryId; readonly words: string } | undefined
}

export interface HomecomingWords {
  /** "3 entries sent." */
  readonly sent: string
  /** About the first branch; undefined when nothing became one. */
  readonly became: string | undefined
  readonly branches: readonly HomeBranch[]
}

interface Sources {
  readonly index: TreeIndex
  readonly people: ReadonlyMap<ParticipantId, Person>
  /** As everywhere on the screen: true after the first sync. */
  readonly live: boolean
}

export function homecomingWords({ sent, branches }: Homecoming, { index, people, live }: Sources): HomecomingWords {
  const named = branches.flatMap(({ entryId, beside }) => {
    const entry = index.get(entryId)
    const name = placeOf(index, entryId, live)?.name
    return entry === undefined || name === undefined ? [] : [{ entry, name, beside }]
  })
  const first = named[0]
  return {
    sent: `${counted(sent, 'entry', 'entries')} sent.`,
    became:
      first === undefined
        ? undefined
        : `Your ${isPrompt(first.entry) ? 'prompt' : 'entry'} became ${first.name} beside ${besideWords(first.beside, index, people)}.`,
    branches: named.map(({ entry, name, beside }) => ({ id: entry.id, name, beside: besideOf(beside, index) })),
  }
}

function besideWords(ids: readonly EntryId[], index: TreeIndex, people: ReadonlyMap<ParticipantId, Person>): string {
  const entries = ids.flatMap((id) => index.get(id) ?? [])
  const [only] = entries
  if (only === undefined) return 'what came meanwhile'
  if (entries.length > 1) return `${counted(entries.length, 'entry', 'entries')} that came meanwhile`
  return isAnswer(only)
    ? 'the answer that came meanwhile'
    : `what ${findPerson(people, only.author).name} wrote meanwhile`
}

function besideOf(ids: readonly EntryId[], index: TreeIndex): HomeBranch['beside'] {
  const [first] = ids.flatMap((id) => index.get(id) ?? [])
  return first === undefined ? undefined : { id: first.id, words: isAnswer(first) ? 'Open the answer' : 'Open theirs' }
}

export interface Opening {
  readonly id: EntryId
  readonly words: string
}

/** What can be opened from the notice, one for each branch: never the place that is being read. */
export function openings(
  branches: readonly HomeBranch[],
  { index, lookedId }: { readonly index: TreeIndex; readonly lookedId: EntryId | null },
): readonly Opening[] {
  return branches.flatMap(({ id, name, beside }) => {
    const isRead = lookedId !== null && (lookedId === id || index.isAncestor(id, lookedId))
    if (!isRead) return [{ id, words: `Open ${name}` }]
    return beside === undefined ? [] : [beside]
  })
}

function isAnswer(entry: Entry): boolean {
  return entry.type === 'message' && hasRole(entry.message, 'assistant')
}
