// Colours for code whose language its text names: made when the page is written, so that no script has to run in it.
// The library (sugar-high) only tells the words of a line apart; every tag is written here.
import { highlight, type TokenType } from 'sugar-high'
import { lang } from 'sugar-high/lang'
import { escapeOutput } from './escape.ts'

/** Writes a block of code. @param language as the text names it, be it one or not */
export type CodeWriter = (text: string, language?: string) => string

/** Longer blocks stay plain: some lines take time that grows with their square. */
export const MAX_COLORED_BLOCK = 6_000
/** Characters of one page: what is beyond stays plain. */
export const MAX_COLORED_PAGE = 300_000

const CLASSES: Partial<Record<TokenType, string>> = {
  keyword: 'hk',
  string: 'hs',
  comment: 'hc',
  class: 'ht',
  entity: 'he',
  property: 'he',
}
const CLASSES_OF_LINES: Readonly<Record<string, string>> = { 'diff-add': 'hs', 'diff-remove': 'hr', 'diff-hunk': 'hc' }

export const plainCode: CodeWriter = (text) => block(escapeOutput(text))

/** For one page: it colours until it has coloured as much as a page may have. */
export function coloringCode(): CodeWriter {
  let left = MAX_COLORED_PAGE
  return (text, language = '') => {
    const known = text.length > Math.min(left, MAX_COLORED_BLOCK) ? undefined : lang(language.toLowerCase())
    if (known === undefined) return plainCode(text)
    left -= text.length
    return block(colored(text, known) ?? escapeOutput(text))
  }
}

function block(html: string): string {
  return `<pre tabindex="0"><code>${html}</code></pre>`
}

/** Undefined where the library does not give back the very text it was given. */
function colored(text: string, known: NonNullable<ReturnType<typeof lang>>): string | undefined {
  const values: string[] = []
  const lines: string[] = []
  highlight(text, {
    lang: known,
    markLine: ({ value, tokens, annotations }) => {
      const ofLine = annotations.map((name) => CLASSES_OF_LINES[name]).find((name) => name !== undefined)
      values.push(ofLine === undefined ? tokens.map((token) => token.value).join('') : value)
      lines.push(ofLine === undefined ? spans(tokens) : span(value, ofLine))
    },
  })
  return values.join('\n') === text ? lines.join('\n') : undefined
}

/** Words of one kind that stand side by side are one span. */
function spans(tokens: readonly { readonly type: TokenType; readonly value: string }[]): string {
  let html = ''
  let run = { name: undefined as string | undefined, text: '' }
  for (const { type, value } of tokens) {
    const name = CLASSES[type]
    if (name === run.name) run.text += value
    else {
      html += span(run.text, run.name)
      run = { name, text: value }
    }
  }
  return html + span(run.text, run.name)
}

function span(text: string, name: string | undefined): string {
  if (name === undefined || text === '') return escapeOutput(text)
  return `<span class="${name}">${escapeOutput(text)}</span>`
}
