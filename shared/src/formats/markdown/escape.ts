// Makes text harmless inside a Markdown document: no HTML, no fence left open, no structure from inside a name.

/** A fence that is surely one: at the very start of a line no list, quote or indented code can be around it. */
const FENCE_OPENING = /^(`{3,}(?=[^`]*$)|~{3,})/
const TAG_START = /<(?=[A-Za-z/!?])/g
const ENTITY_START = /&(?=#?\w{1,32};)/g
const BACKTICKS = /`+/g

/**
 * Markdown in which what would be read as HTML is shown as it was typed. Code, in fences and in spans, stays as it is;
 * where it is not certain that something is code, it is escaped. A fence left open is closed.
 */
export function escapeMarkdown(text: string): string {
  const lines: string[] = []
  let fence = ''
  let isCodeCertain = true
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (fence !== '') {
      lines.push(line)
      if (closes(line, fence)) fence = ''
      continue
    }
    fence = FENCE_OPENING.exec(line)?.[0] ?? ''
    if (fence !== '') {
      lines.push(line)
      isCodeCertain = true
      continue
    }
    if (line.trim() === '') isCodeCertain = true
    const spans = isCodeCertain ? codeSpans(line) : undefined
    if (spans === undefined) isCodeCertain = false
    lines.push(escapeOutside(line, spans ?? []))
  }
  if (fence !== '') lines.push(fence)
  return lines.join('\n')
}

/** Text for one line of HTML, as in a summary. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(/\s+/g, ' ').trim()
}

/** Text for one line of Markdown, as in a heading: no markup at all. */
export function plainInline(text: string): string {
  return escapeHtml(text).replaceAll(/[\\`*_[\]#|~]/g, (mark) => `\\${mark}`)
}

function closes(line: string, fence: string): boolean {
  const mark = fence.charAt(0)
  const closing = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line)?.[1] ?? ''
  return closing.startsWith(mark) && closing.length >= fence.length
}

type Span = readonly [start: number, end: number]

/**
 * Code spans of a line, or undefined when they can't be told from the line alone: a span may go on over lines, a
 * backslash takes a backtick's meaning away, a table splits before spans are read.
 */
function codeSpans(line: string): readonly Span[] | undefined {
  const runs = [...line.matchAll(BACKTICKS)]
  if (runs.length === 0) return []
  if (line.includes('|') || line.includes('\\`')) return undefined
  const spans: Span[] = []
  for (let at = 0; at < runs.length; at += 1) {
    const opening = runs[at]
    const end = runs.findIndex((run, later) => later > at && run[0].length === opening?.[0].length)
    const closing = runs[end]
    if (opening === undefined || closing === undefined) return undefined
    spans.push([opening.index, closing.index + closing[0].length])
    at = end
  }
  return spans
}

function escapeOutside(line: string, spans: readonly Span[]): string {
  let escaped = ''
  let at = 0
  for (const [start, end] of spans) {
    escaped += escapeTags(line.slice(at, start)) + line.slice(start, end)
    at = end
  }
  return escaped + escapeTags(line.slice(at))
}

function escapeTags(text: string): string {
  return text.replaceAll(ENTITY_START, '&amp;').replaceAll(TAG_START, '&lt;')
}
