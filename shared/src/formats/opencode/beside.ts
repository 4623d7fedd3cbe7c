// What an entry from an opencode session keeps besides what it shows.
import { stringField, isJsonObject, type JsonObject } from '../json/json.ts'
import { withoutFields } from '../chain/value-text.ts'
import { oddFields } from '../json/odd-fields.ts'
import type { OpencodeMessage } from './messages.ts'

const SHOWN = new Set(['id', 'role'])
const PARTS = new Set(['info', 'parts'])

/** The rest of the message, and of each of its parts. */
export function besideOf({ info, parts, value }: OpencodeMessage): JsonObject {
  const rest = info === value ? withoutFields(info, new Set([...SHOWN, ...PARTS])) : withoutFields(info, SHOWN)
  const more = info === value ? {} : withoutFields(value, PARTS)
  const odd = oddFields(info, { id: ['id'], role: ['text'] })
  return { ...more, ...rest, ...odd, parts: parts.map(partOf), ...oddFields(value, { parts: ['list'] }) }
}

function partOf(part: JsonObject): JsonObject {
  switch (part['type']) {
    case 'text':
    case 'reasoning':
      return part['ignored'] === true || typeof part['text'] !== 'string'
        ? part
        : withoutFields(part, new Set(['text']))
    case 'file':
      return stringField(part, 'url')?.startsWith('data:image/') === true ? withoutFields(part, new Set(['url'])) : part
    case 'tool': {
      const { state } = part
      if (!isJsonObject(state)) return part
      const odd = oddFields(state, { attachments: ['list'] })
      return {
        ...part,
        state: { ...withoutFields(state, new Set(['input', 'output', 'error', 'attachments'])), ...odd },
      }
    }
    default:
      return part
  }
}
