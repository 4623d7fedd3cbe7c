// Messages of roles that are no part of a talk: what an older Pi kept as messages, and what other tools have.
import { contentText, type Message } from '@coppice/shared'
import { customTypeWords } from '../tree/custom-type-words.ts'

const TITLES: ReadonlyMap<string, string> = new Map([
  ['branchSummary', 'Summary of another branch'],
  ['compactionSummary', 'Summary of what came before'],
])

/** Their words where they have some, else all that is in them. The text is Markdown. */
export function otherMessageInWords(message: Message): { readonly title: string; readonly text: string } {
  const { role } = message
  const title =
    role === 'custom' && 'customType' in message && typeof message.customType === 'string'
      ? customTypeWords(message.customType)
      : (TITLES.get(role) ?? role)
  const summary = 'summary' in message && typeof message.summary === 'string' ? message.summary : ''
  const content = 'content' in message ? contentText(message.content) : ''
  return { title, text: summary || content || `\`\`\`json\n${JSON.stringify(message, null, 2)}\n\`\`\`` }
}
