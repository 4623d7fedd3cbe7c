// Formulas in a text in Markdown, as code: Markdown takes the backslash of `\(` for its own, and the stars and lines of a
// formula for emphasis. There are no formulas on the page; their source can be read.

/** Code, which is left alone: between fences, to the end where a fence is not closed, and in a line. */
const CODE =
  /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))|(`+)(?!`)[^\n]{1,400}?(?<!`)\2(?!`)/gm
const INLINE = /\\\(((?:[^\\\n]|\\(?![()])){1,600})\\\)/g
const BLOCK = /^([ \t]*)(?:\\\[|\$\$)[ \t]*\n((?:(?!.*(?:\\\[|\$\$)).*\n){1,60}?)[ \t]*(?:\\\]|\$\$)[ \t]*$/gm
const ONE_LINE = /^([ \t]*)\\\[((?:[^\\\n]|\\(?!\])){1,600})\\\][ \t]*$/gm

export function mathAsCode(text: string): string {
  if (!text.includes('\\(') && !text.includes('\\[') && !text.includes('$$')) return text
  let shown = ''
  let from = 0
  for (const code of text.matchAll(CODE)) {
    shown += converted(text.slice(from, code.index)) + code[0]
    from = code.index + code[0].length
  }
  return shown + converted(text.slice(from))
}

function converted(text: string): string {
  return text
    .replaceAll(BLOCK, (_all, indent: string, lines: string) => `${indent}\`\`\`latex\n${lines}${indent}\`\`\``)
    .replaceAll(
      ONE_LINE,
      (_all, indent: string, line: string) => `${indent}\`\`\`latex\n${indent}${line.trim()}\n${indent}\`\`\``,
    )
    .replaceAll(INLINE, (_all, formula: string) => inLine(formula.trim()))
}

/** Between more backticks than the formula has in a row. */
function inLine(formula: string): string {
  const most = Math.max(0, ...(formula.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(most + 1)
  return formula === '' ? '\\(\\)' : `${fence}${formula}${fence}`
}
