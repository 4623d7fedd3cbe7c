// Who is behind a participant's id: as the session knows them, or a stand-in for authors it does not.
// What people call themselves is shown like every other text of a session.
import { PERSON_COLORS, type ParticipantId, type Person } from '@coppice/shared'
import { withVisibleControls } from '../tree/visible-controls.ts'

/** Always somebody. Unknown ids (of imported files) are called by their id, in a colour that follows from it. */
export function findPerson(people: ReadonlyMap<ParticipantId, Person>, id: ParticipantId): Person {
  const known = people.get(id)
  if (known !== undefined) return shownPerson(known)
  let sum = 0
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return {
    name: withVisibleControls(id.replace(/^agent:/, '') || id),
    color: sum % PERSON_COLORS,
    kind: id.startsWith('agent:') ? 'agent' : 'human',
  }
}

/** The same person, the same object even, unless the name has characters that must be made visible. */
export function shownPerson<P extends Person>(person: P): P {
  const name = withVisibleControls(person.name)
  return name === person.name ? person : { ...person, name }
}
