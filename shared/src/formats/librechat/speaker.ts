// Who says a LibreChat message: `sender`, a person's name, an agent's, or a label that LibreChat puts on a model.
import { namedSpeaker } from '../build/named-speaker.ts'
import { stringField, type JsonObject } from '../json/json.ts'

/** Labels for a family of models. Where the message names its model, that says more. */
const FAMILY =
  /^(?:chatgpt|gpt-?\w*|o\d\S*|claude|anthropic|gemini|google|palm2?|bedrock|openai|azure openai|mistral|deepseek|plugins)$/i

export function speakerIn(message: JsonObject, isByPerson: boolean): JsonObject | undefined {
  const sender = stringField(message, 'sender')?.trim()
  if (sender === undefined) return undefined
  const model = stringField(message, 'model') ?? ''
  const saysLess = !isByPerson && model !== '' && (FAMILY.test(sender) || sender.toLowerCase() === model.toLowerCase())
  return saysLess ? undefined : namedSpeaker(sender, isByPerson ? 'human' : 'agent')
}
