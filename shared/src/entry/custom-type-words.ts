// What entries of other tools' types are called for people: on the page, in the exports, on the command line alike.
import { UNKNOWN_RECORD, type CustomEntry } from './custom.ts'

const WORDS: ReadonlyMap<string, string> = new Map([
  ['chatgpt.hidden', 'Not shown by ChatGPT'],
  ['chatgpt.tool', 'Tool output'],
  ['claude-code.meta', 'Written by Claude Code'],
  ['codex.agent-message', 'Message from an agent'],
  ['codex.context', 'Written by Codex'],
  ['loom.empty', 'A piece without words'],
  ['messages.tool', 'Tool output'],
  ['opencode.synthetic', 'Written by opencode'],
  ['sillytavern.hidden', 'Hidden from the model'],
])

/** Of a `customType`. Words of ours for the types our readers give; any other type as it is, which is text of others. */
export function customTypeWords(customType: string): string {
  return WORDS.get(customType) ?? customType
}

/** What a `custom` entry is called: its type in words, or for a record kept whole, the type that the record has. */
export function customEntryWords({ customType, data }: Pick<CustomEntry, 'customType' | 'data'>): string {
  if (customType !== UNKNOWN_RECORD) return customTypeWords(customType)
  const type = typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined
  return typeof type === 'string' && type !== '' ? `Record of the type ${type}` : 'Record of an unknown type'
}

/** Words of a chat that its tool shows and gives to no model; undefined for all else that no model sees. */
export function shownTextOf({ customType, data }: Pick<CustomEntry, 'customType' | 'data'>): string | undefined {
  if (customType !== 'sillytavern.hidden' || typeof data !== 'object' || data === null) return undefined
  return 'text' in data && typeof data.text === 'string' && data.text.trim() !== '' ? data.text : undefined
}
