// In whose name an export shows what an entry says.
import { PERSON_COLORS, type Person } from '../access/participant.ts'
import type { Entry } from '../entry/entry.ts'
import type { ParticipantId } from '../entry/ids.ts'
import { originalAuthorOf } from '../entry/original-author.ts'

export interface SpeakerOptions {
  readonly people: ReadonlyMap<ParticipantId, Person>
  /** Stands behind the name of somebody whom only a file names. Empty where the file itself is what is shown. */
  readonly importedMark?: string
}

const IMPORTED_MARK = ' (imported)'

/** Always somebody. Who wrote an answer of an imported file is its model, never whoever imported it. */
export function speakerOf(entry: Entry, { people, importedMark = IMPORTED_MARK }: SpeakerOptions): Person {
  const original = originalAuthorOf(entry)
  const isAnswer = entry.type === 'message' && entry.message.role === 'assistant'
  if (original !== undefined && (!isAnswer || original.kind === 'agent'))
    return standIn(original.name ?? original.id, original.kind ?? 'human', importedMark)
  if (isAnswer && entry.source !== undefined) {
    const model: unknown = entry.message['model']
    return standIn(typeof model === 'string' && model !== '' ? model : 'Assistant', 'agent')
  }
  return people.get(entry.author) ?? standIn(entry.author, entry.author.startsWith('agent:') ? 'agent' : 'human')
}

function standIn(name: string, kind: Person['kind'], mark = ''): Person {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return { name: `${name.replace(/^agent:/, '')}${mark}`, color: sum % PERSON_COLORS, kind }
}
