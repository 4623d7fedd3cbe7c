// Who says a line of a SillyTavern chat: the names are in the file, on the line or in its header.
import { shownName } from '../build/named-speaker.ts'
import type { JsonObject } from '../json/json.ts'

/** What newer versions write into a header's names. */
const NO_NAME = 'unused'

/** As entry/original-author.ts reads it. Undefined for what nobody says, a note or a call of a tool, and where no name is. */
export function speakerIn(record: JsonObject, header: JsonObject): JsonObject | undefined {
  if (record['is_system'] === true) return undefined
  const isPerson = record['is_user'] === true
  const name = nameIn(record, 'name') ?? nameIn(header, isPerson ? 'user_name' : 'character_name')
  return name === undefined ? undefined : { id: name, name, kind: isPerson ? 'human' : 'agent' }
}

export function nameIn(value: JsonObject, key: string): string | undefined {
  const name = shownName(value[key])
  return name === NO_NAME ? undefined : name
}
