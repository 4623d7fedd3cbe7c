// Who is behind a participant's id: as the session knows them, or a stand-in for authors it does not.
import { PERSON_COLORS, type ParticipantId, type Person } from '@coppice/shared'

/** Always somebody. Unknown ids (of imported files) are called by their id, in a colour that follows from it. */
export function findPerson(people: ReadonlyMap<ParticipantId, Person>, id: ParticipantId): Person {
  const known = people.get(id)
  if (known !== undefined) return known
  let sum = 0
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return {
    name: id.replace(/^agent:/, '') || id,
    color: sum % PERSON_COLORS,
    kind: id.startsWith('agent:') ? 'agent' : 'human',
  }
}
