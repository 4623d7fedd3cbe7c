// The words of an entry, for titles and outlines. What a model is given is decided elsewhere (projection/).
import type { Entry } from '../entry/entry.ts'

/** The text of a message's content: text blocks joined by line breaks. Anything else has none. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((block: unknown) => (isTextBlock(block) ? block.text : ''))
    .filter((text) => text !== '')
    .join('\n')
}

/** What an entry says to a reader; empty for settings and facts. */
export function entryText(entry: Entry): string {
  switch (entry.type) {
    case 'message':
      return entry.message.role === 'bashExecution'
        ? `$ ${commandOf(entry.message)}`
        : contentText(entry.message.content)
    case 'custom_message':
      return contentText(entry.content)
    case 'branch_summary':
    case 'compaction':
      return entry.summary
    default:
      return ''
  }
}

/**
 * The first words of a text on one line, cut at a word's end where one is near.
 * @param maxLength in UTF-16 code units, the ellipsis included.
 */
export function firstWords(text: string, maxLength: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= maxLength) return line
  const cut = line.slice(0, maxLength - 1)
  const space = cut.lastIndexOf(' ')
  const kept = space > maxLength / 2 ? cut.slice(0, space) : cut
  return `${kept.replace(/[\uD800-\uDBFF]$/, '')}…`
}

function isTextBlock(block: unknown): block is { readonly text: string } {
  return typeof block === 'object' && block !== null && 'text' in block && typeof block.text === 'string'
}

function commandOf(message: object): string {
  return 'command' in message && typeof message.command === 'string' ? message.command : ''
}
