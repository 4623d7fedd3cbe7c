// Markdown of others → HTML of our own. The parser only takes the text apart (marked's lexer: small, without
// dependencies, kept up, and the interface has it already); every tag that leaves here is written in this file, so no
// tag of a text ever does.
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { mathAsCode } from '../../entry/math-as-code.ts'
import { plainCode, type CodeWriter } from './code-colors.ts'
import { escapeAttribute, escapeText } from './escape.ts'
import { dataImageHtml } from './image.ts'

/** Longer texts are shown as they are: parsing must not cost minutes, whatever a text holds. */
const MAX_PARSED = 60_000
/** Deeper levels are shown as they are. */
const MAX_DEPTH = 24
const SAFE_LINK = /^(?:https?:\/\/|mailto:)[^\s]/i

export function safeMarkdown(text: string, code: CodeWriter = plainCode): string {
  if (text.length > MAX_PARSED) return plainText(text)
  try {
    return blocks(lexer(mathAsCode(text), { gfm: true }), 0, code)
  } catch (error) {
    // The parser recurses: a text that nests too deep for it is no text to read.
    if (error instanceof RangeError) return plainText(text)
    throw error
  }
}

/** Text as it was typed, lines and all. */
export function plainText(text: string): string {
  return `<p class="plain" dir="auto">${escapeText(text)}</p>`
}

function blocks(tokens: readonly Token[], depth: number, code: CodeWriter): string {
  return tokens.map((token) => block(token as MarkedToken, depth, code)).join('')
}

function block(token: MarkedToken, depth: number, code: CodeWriter): string {
  if (depth > MAX_DEPTH) return plainText(token.raw)
  switch (token.type) {
    case 'space':
    case 'def':
      return ''
    case 'heading':
      // The page has headings of its own: those of a text only look like ones.
      return `<p class="h h${token.depth}" dir="auto">${inline(token.tokens, depth + 1)}</p>`
    case 'paragraph':
      return `<p dir="auto">${inline(token.tokens, depth + 1)}</p>`
    case 'text':
      return `<p dir="auto">${token.tokens === undefined ? escapeText(token.text) : inline(token.tokens, depth + 1)}</p>`
    case 'code':
      // Behind the language a fence may say more.
      return code(token.text, token.lang?.split(/[\s,{]/, 1)[0])
    case 'blockquote':
      return `<blockquote>${blocks(token.tokens, depth + 1, code)}</blockquote>`
    case 'hr':
      return '<hr>'
    case 'list':
      return list(token, depth, code)
    case 'table':
      return table(token, depth)
    default:
      // Raw HTML, and what only stands inside of a line.
      return plainText(token.raw)
  }
}

function list({ ordered, start, items }: Tokens.List, depth: number, code: CodeWriter): string {
  const tag = ordered ? 'ol' : 'ul'
  const from = ordered && typeof start === 'number' && start !== 1 ? ` start="${start}"` : ''
  const rows = items.map(({ task, checked, tokens }) => {
    const box = task ? `<span class="box">${checked === true ? '☑' : '☐'}</span> ` : ''
    return `<li>${box}${blocks(tokens, depth + 1, code)}</li>`
  })
  return `<${tag}${from}>${rows.join('')}</${tag}>`
}

function table({ header, rows }: Tokens.Table, depth: number): string {
  const cells = (row: readonly Tokens.TableCell[], tag: string): string =>
    `<tr>${row.map(({ tokens }) => `<${tag} dir="auto">${inline(tokens, depth + 1)}</${tag}>`).join('')}</tr>`
  const body = rows.map((row) => cells(row, 'td')).join('')
  return `<div class="wide" tabindex="0"><table><thead>${cells(header, 'th')}</thead><tbody>${body}</tbody></table></div>`
}

function inline(tokens: readonly Token[], depth: number): string {
  return tokens.map((token) => span(token as MarkedToken, depth)).join('')
}

function span(token: MarkedToken, depth: number): string {
  if (depth > MAX_DEPTH) return escapeText(token.raw)
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return `<${token.type}>${inline(token.tokens, depth + 1)}</${token.type}>`
    case 'codespan':
      return `<code>${escapeText(token.text)}</code>`
    case 'br':
      return '<br>'
    case 'link':
      return link(token.href, inline(token.tokens, depth + 1))
    case 'image':
      return dataImageHtml(token.href, token.text) ?? link(token.href, escapeText(`[image: ${token.text}]`))
    case 'text':
      return token.tokens === undefined ? escapeText(token.text) : inline(token.tokens, depth + 1)
    case 'escape':
      return escapeText(token.text)
    case 'checkbox':
      return ''
    default:
      return escapeText(token.raw)
  }
}

/** An address that could do anything but open a page is shown, not linked. */
function link(href: string, shown: string): string {
  if (!SAFE_LINK.test(href)) return `${shown} (${escapeText(href)})`
  return `<a href="${escapeAttribute(href)}" rel="noreferrer noopener" target="_blank">${shown}</a>`
}
