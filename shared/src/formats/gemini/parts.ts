// Parts of a message, as Gemini's API has them → blocks.
import { textBlock } from '../build/anthropic-blocks.ts'
import { firstText, valueText } from '../chain/value-text.ts'
import { isJsonObject, stringField, type JsonObject, type JsonValue } from '../json/json.ts'
import { fileBlock } from '../turns/image-url.ts'

/** @param content one part, a list of them, or words alone */
export function blocksOf(content: JsonValue | undefined): JsonObject[] {
  if (content === undefined || content === null || content === '') return []
  return (Array.isArray(content) ? content : [content]).map(blockOf)
}

function blockOf(part: JsonValue): JsonObject {
  if (!isJsonObject(part)) return textBlock(valueText(part))
  const { inlineData, fileData, functionResponse } = part
  if (isJsonObject(inlineData)) return dataBlock(inlineData)
  if (isJsonObject(fileData)) return fileBlock(firstText(fileData, 'displayName', 'fileUri') ?? 'without a name')
  if (isJsonObject(functionResponse)) return textBlock(responseText(functionResponse))
  const text = stringField(part, 'text')
  return text === undefined ? textBlock(`[${Object.keys(part)[0] ?? 'empty'}]`, { original: part }) : textBlock(text)
}

function dataBlock(inlineData: JsonObject): JsonObject {
  const data = stringField(inlineData, 'data')
  const mimeType = stringField(inlineData, 'mimeType') ?? ''
  if (data !== undefined && mimeType.startsWith('image/')) return { type: 'image', data, mimeType }
  return fileBlock(firstText(inlineData, 'displayName') ?? (mimeType === '' ? 'without a name' : mimeType))
}

/** What a tool gave: its words, or why it failed. */
function responseText(functionResponse: JsonObject): string {
  const { response } = functionResponse
  if (!isJsonObject(response)) return valueText(response)
  return valueText(response['output'] ?? response['error'] ?? response)
}

/** Whether blocks say all that is in it. */
export function isShownWhole(content: JsonValue | undefined): boolean {
  if (content === undefined || content === null || typeof content === 'string') return true
  return (Array.isArray(content) ? content : [content]).every(
    (part) =>
      typeof part === 'string' ||
      (isJsonObject(part) && typeof part['text'] === 'string' && Object.keys(part).length === 1),
  )
}

/** Whether a result holds nothing besides the words of one answer. */
export function isResultShownWhole(result: JsonValue | undefined): boolean {
  if (!Array.isArray(result) || result.length !== 1) return typeof result === 'string'
  const [part] = result
  const response =
    isJsonObject(part) && isJsonObject(part['functionResponse']) ? part['functionResponse']['response'] : undefined
  return isJsonObject(response) && Object.keys(response).length === 1 && ('output' in response || 'error' in response)
}
