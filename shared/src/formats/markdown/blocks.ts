// The building blocks of the document: fences, folds, quotes.
import { escapeHtml, escapeMarkdown } from './escape.ts'

/** Text in a fence that is longer than any run of backticks inside. */
export function fenced(text: string, language = ''): string {
  let longest = 2
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '')}\n${fence}`
}

/** A part that is folded until someone opens it. @param name shown as code; @param hint plain text beside it */
export function folded(name: string, hint: string, body: readonly string[]): string {
  const summary = [name === '' ? '' : `<code>${escapeHtml(name)}</code>`, escapeHtml(hint)].filter(
    (part) => part !== '',
  )
  return `<details>\n<summary>${summary.join(' ')}</summary>\n\n${body.join('\n\n')}\n\n</details>`
}

/** Text as a quotation: whatever it holds, it ends with it. */
export function quoted(text: string): string {
  const lines = escapeMarkdown(text.trim()).split('\n')
  return lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')
}

/** At most `maxLength` characters of a long text, and how many are missing. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return `${text.slice(0, maxLength).toWellFormed()}\n[${text.length - maxLength} more characters]`
}
