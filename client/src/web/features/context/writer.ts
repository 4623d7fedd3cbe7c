// Who or what an entry of the context comes from: a person, a model, a tool, a summary.
import { MAX_ID_LENGTH, participantId, type Entry, type ParticipantId, type Person } from '@coppice/shared'
import { findPerson } from '../people/find-person.ts'
import { importedAuthorOf } from '../tree/author-of.ts'

export type Writer =
  | { readonly kind: 'person'; readonly id: ParticipantId; readonly person: Person }
  | { readonly kind: 'tool' }
  | { readonly kind: 'summary' }
  | { readonly kind: 'instructions' }
  /** What a tool or an extension put in, which nobody said. */
  | { readonly kind: 'extension' }
  /** Made by the projection. */
  | { readonly kind: 'added' }

/** An answer in an imported file was written by its model, whoever brought the file in. */
export function writerOf(entry: Entry | undefined, people: ReadonlyMap<ParticipantId, Person>): Writer {
  if (entry === undefined) return { kind: 'added' }
  switch (entry.type) {
    case 'message':
      break
    case 'compaction':
    case 'branch_summary':
      return { kind: 'summary' }
    case 'custom_message':
      return { kind: 'extension' }
    default:
      return authorOf(entry, people)
  }
  const { message } = entry
  switch (message.role) {
    case 'toolResult':
    case 'bashExecution':
      return { kind: 'tool' }
    case 'system':
      return { kind: 'instructions' }
    case 'assistant': {
      const writer = personOf(entry.author, people)
      if (writer.person.kind === 'agent') return writer
      const model = 'model' in message && typeof message.model === 'string' ? message.model : 'Model'
      return personOf(participantId(`agent:${model}`), people)
    }
    default:
      return authorOf(entry, people)
  }
}

function authorOf(entry: Entry, people: ReadonlyMap<ParticipantId, Person>) {
  const person = importedAuthorOf(entry)
  if (person === undefined) return personOf(entry.author, people)
  return { kind: 'person', id: participantId(`imported:${person.name}`.slice(0, MAX_ID_LENGTH)), person } as const
}

function personOf(id: ParticipantId, people: ReadonlyMap<ParticipantId, Person>) {
  return { kind: 'person', id, person: findPerson(people, id) } as const
}
