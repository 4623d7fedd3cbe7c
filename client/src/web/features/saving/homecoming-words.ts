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
    branches: named.map(({ entry, name }) => ({ id: entry.id, name })),
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

function isAnswer(entry: Entry): boolean {
  return entry.type === 'message' && hasRole(entry.message, 'assistant')
}
