// In whose name and colour an entry is shown.
import { participantId, type Entry, type ParticipantId, type Person } from '@coppice/shared'
import { findPerson } from '../people/find-person.ts'

/** The entry's author; for an answer in an imported file the model, whoever brought the file in. */
export function authorOf(entry: Entry, people: ReadonlyMap<ParticipantId, Person>): Person {
  const author = findPerson(people, entry.author)
  if (author.kind === 'agent' || entry.type !== 'message' || entry.message.role !== 'assistant') return author
  const model = 'model' in entry.message && typeof entry.message.model === 'string' ? entry.message.model : ''
  return modelAsPerson(model, people)
}

/** A model that is no participant of the session, as somebody with initials and a colour. */
export function modelAsPerson(model: string, people: ReadonlyMap<ParticipantId, Person>): Person {
  return findPerson(people, participantId(`agent:${model === '' ? 'Model' : model}`))
}
