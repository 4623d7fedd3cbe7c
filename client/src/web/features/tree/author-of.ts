// In whose name and colour an entry is shown.
import {
  MAX_ID_LENGTH,
  originalAuthorOf,
  participantId,
  type Entry,
  type ParticipantId,
  type Person,
} from '@coppice/shared'
import { findPerson, shownPerson } from '../people/find-person.ts'
import { isPrompt } from './turns.ts'

/**
 * Who wrote it on the server a Coppice file came from; for an answer in any other imported file the model, whoever
 * brought the file in; else the entry's author. A name that only a file vouches for is marked as imported.
 */
export function authorOf(entry: Entry, people: ReadonlyMap<ParticipantId, Person>): Person {
  const imported = importedAuthorOf(entry)
  if (imported !== undefined && (imported.kind === 'agent' || !isAnswer(entry))) return imported
  const author = findPerson(people, entry.author)
  if (author.kind === 'agent' || entry.type !== 'message' || !isAnswer(entry)) return author
  const model = 'model' in entry.message && typeof entry.message.model === 'string' ? entry.message.model : ''
  return modelAsPerson(model, people)
}

function isAnswer(entry: Entry): boolean {
  return entry.type === 'message' && entry.message.role === 'assistant'
}

/** Who wrote it, where the file it came from says that it was somebody else than who brought the file in. */
export function importedAuthorOf(entry: Entry): Person | undefined {
  if (isTaskOfSubagent(entry)) return modelAsPerson('Main agent', NOBODY)
  const original = originalAuthorOf(entry)
  if (original === undefined) return undefined
  const { color, kind, name } = findPerson(NOBODY, participantId(original.id.slice(0, MAX_ID_LENGTH) || 'unknown'))
  return shownPerson({ name: `${original.name ?? name} (imported)`, color, kind: original.kind ?? kind })
}

/** A prompt beside the main line of a Claude Code session: its agent wrote it, for another. */
function isTaskOfSubagent(entry: Entry): boolean {
  if (entry.source?.format !== 'claude-code' || !isPrompt(entry)) return false
  const fields = entry.source['fields']
  return typeof fields === 'object' && fields !== null && 'isSidechain' in fields && fields.isSidechain === true
}

const NOBODY: ReadonlyMap<ParticipantId, Person> = new Map()

/** A model that is no participant of the session, as somebody with initials and a colour. */
export function modelAsPerson(model: string, people: ReadonlyMap<ParticipantId, Person>): Person {
  return findPerson(people, participantId(`agent:${model === '' ? 'Model' : model}`))
}
