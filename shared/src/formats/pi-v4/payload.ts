// One entry of a Pi v4 file → what it says in the words of version 3, and what stays beside it.
import { withoutFields } from '../chain/value-text.ts'
import { isJsonObject, type JsonObject } from '../json/json.ts'

export interface PiPayload {
  readonly payload: JsonObject
  readonly beside: JsonObject
}

/** Fields that say where the entry is, not what. */
const PLACE = new Set(['kind', 'seq', 'lane', 'id', 'parentId', 'timestamp'])
/** Settings, which became `custom` entries in version 4, and the fields that each needs. */
const SETTINGS: Readonly<Record<string, readonly string[]>> = {
  model_change: ['provider', 'modelId'],
  thinking_level_change: ['thinkingLevel'],
  active_tools_change: ['activeToolNames'],
}

export function payloadOf(write: JsonObject): PiPayload {
  const body = withoutFields(write, PLACE)
  const beside = Object.fromEntries(Object.entries(write).filter(([key]) => key === 'seq' || key === 'lane'))
  if (body['type'] === 'custom') return settingOf(body, beside) ?? { payload: body, beside }
  if (body['type'] === 'branch_summary' && (body['fromId'] ?? null) === null) {
    return { payload: { ...body, fromId: 'root' }, beside: { ...beside, fromId: null } }
  }
  return { payload: body, beside }
}

function settingOf(body: JsonObject, beside: JsonObject): PiPayload | undefined {
  const { customType, data } = body
  const fields =
    typeof customType === 'string' && Object.hasOwn(SETTINGS, customType) ? SETTINGS[customType] : undefined
  if (fields === undefined || !isJsonObject(data)) return undefined
  const isWhole = fields.every((field) => data[field] !== undefined && data[field] !== null)
  if (!isWhole || typeof customType !== 'string') return undefined
  const rest = withoutFields(body, new Set(['type', 'customType', 'data']))
  const payload = {
    ...rest,
    ...withoutFields(data, new Set(['type', 'id', 'parentId', 'timestamp'])),
    type: customType,
  }
  return { payload, beside: { ...beside, customType } }
}
