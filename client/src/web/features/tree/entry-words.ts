// One line for an entry: what a row of the tree says about it. Whole texts are the transcript's.
import { customEntryWords, entryText, firstWords, type Entry, typedPromptOf } from '@coppice/shared'
import { customTypeWords } from './custom-type-words.ts'
import { withoutTerminalCodes, withVisibleControls } from './visible-controls.ts'

const LONGEST = 120
/** Only the beginning is looked at: an entry may hold a megabyte. */
const LOOKED_AT = 600

/** The first words of an entry, without marks of Markdown, or what the entry is where it says nothing. */
export function lineFor(entry: Entry): string {
  const text = entryText(entry)
  const prompt = typedPromptOf(entry, text)
  return plainLine(prompt === undefined ? text : prompt.typed || prompt.output || prompt.aside) || kindInWords(entry)
}

/** A text as one short line. */
export function plainLine(text: string): string {
  const plain = withoutTerminalCodes(text.slice(0, LOOKED_AT))
    .replaceAll(/^[\s>#]+|^\s*[-*+] |```\w*|[*_]{2,}|`/gm, '')
    .replaceAll(/\s+/g, ' ')
  return firstWords(plain, LONGEST)
}

/** What sort of entry it is, in one word where there is one. */
export function kindOfEntry(entry: Entry): string {
  if (entry.type === 'label') return 'Label'
  if (entry.type === 'message') return entry.message.role === 'user' ? 'Prompt' : 'Message'
  return kindInWords(entry)
}

function kindInWords(entry: Entry): string {
  switch (entry.type) {
    case 'message':
      return messageInWords(entry.message)
    case 'thinking_level_change':
      return `Thinking: ${withVisibleControls(entry.thinkingLevel ?? 'off')}`
    case 'model_change':
      return `Model: ${withVisibleControls(entry.modelId)}`
    case 'active_tools_change':
      return `Tools: ${entry.activeToolNames.length}`
    case 'compaction':
      return 'Summary of what came before'
    case 'branch_summary':
      return 'Summary of another branch'
    case 'custom':
      return withVisibleControls(customEntryWords(entry))
    case 'custom_message':
      return customTypeWords(entry.customType)
    case 'label':
      return `Label: ${withVisibleControls(entry.label ?? 'none')}`
    case 'session_info':
      return `Name: ${withVisibleControls(entry.name ?? 'none')}`
    case 'leaf':
      return 'Moved'
    case 'usage':
      return 'Usage'
    case 'context_edit':
      return 'Context edited'
    default:
      return entry satisfies never
  }
}

function messageInWords(message: Extract<Entry, { type: 'message' }>['message']): string {
  const blocks = 'content' in message && Array.isArray(message.content) ? (message.content as readonly unknown[]) : []
  const call = blocks.find((block) => isBlock(block, 'toolCall'))
  if (call !== undefined && typeof call.name === 'string') return withVisibleControls(call.name)
  if (blocks.some((block) => isBlock(block, 'image'))) return 'Picture'
  if ('errorMessage' in message && typeof message.errorMessage === 'string') return plainLine(message.errorMessage)
  switch (message.role) {
    case 'user':
      return 'Empty prompt'
    case 'assistant':
      return 'Answer without text'
    case 'toolResult':
      return 'Result of a tool'
    default:
      return withVisibleControls(message.role)
  }
}

function isBlock(block: unknown, type: string): block is { readonly name?: unknown } {
  return typeof block === 'object' && block !== null && 'type' in block && block.type === type
}
