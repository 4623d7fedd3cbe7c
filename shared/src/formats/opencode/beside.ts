// What an entry from an opencode session keeps besides what it shows.
import { stringField, isJsonObject, type JsonObject } from '../json/json.ts'
import { withoutFields } from '../chain/value-text.ts'
import type { OpencodeMessage } from './messages.ts'

const SHOWN = new Set(['id', 'role'])
const PARTS = new Set(['info', 'parts'])

/** The rest of the message, and of each of its parts. */
export function besideOf({ info, parts, value }: OpencodeMessage): JsonObject {
  const rest = info === value ? withoutFields(info, new Set([...SHOWN, ...PARTS])) : withoutFields(info, SHOWN)
  const more = info === value ? {} : withoutFields(value, PARTS)
  return { ...more, ...rest, parts: parts.map(partOf) }
}

function partOf(part: JsonObject): JsonObject {
  switch (part['type']) {
    case 'text':
    case 'reasoning':
      return part['ignored'] === true ? part : withoutFields(part, new Set(['text']))
    case 'file':
      return stringField(part, 'url')?.startsWith('data:image/') === true ? withoutFields(part, new Set(['url'])) : part
    case 'tool': {
      const { state } = part
      if (!isJsonObject(state)) return part
      return { ...part, state: withoutFields(state, new Set(['input', 'output', 'error', 'attachments'])) }
    }
    default:
      return part
  }
}
