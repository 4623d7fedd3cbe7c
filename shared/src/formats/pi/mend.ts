// Known ways in which records of Pi's dialects miss the shape of their type, and what an entry shows instead.
import { z } from 'zod'
import { inputContentSchema, outputContentSchema } from '../../entry/content.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts'

export interface Mending {
  /** Fields of the entry; the record's own go into `source.fields`. */
  readonly replacements: JsonObject
  readonly remark: string
}

/** Undefined when there is no known mending. */
export function mend(record: JsonObject): Mending | undefined {
  switch (record['type']) {
    case 'message':
      return withoutUnknownBlocks(record['message'])
    case 'model_change':
      return splitModel(record['model'])
    default:
      return undefined
  }
}

/** Blocks of a kind, or a shape, that we don't know must not hide the rest of the message. */
function withoutUnknownBlocks(message: JsonValue | undefined): Mending | undefined {
  if (!isJsonObject(message)) return undefined
  const content: unknown = message['content']
  if (!Array.isArray(content)) return undefined
  const schema: z.ZodType = message['role'] === 'assistant' ? outputContentSchema : inputContentSchema
  const known = content.filter((block: unknown) => schema.safeParse([block]).success)
  return {
    replacements: { message: { ...message, content: known } },
    remark: 'A message has content of an unknown kind: it is shown without it, and export gives it back.',
  }
}

/** oh-my-pi writes one field `model` with provider and model in it. */
function splitModel(model: JsonValue | undefined): Mending | undefined {
  if (typeof model !== 'string') return undefined
  const slash = model.indexOf('/')
  if (slash < 1) return undefined
  return {
    replacements: { provider: model.slice(0, slash), modelId: model.slice(slash + 1) },
    remark: 'A model change names provider and model in one field: they were split.',
  }
}
