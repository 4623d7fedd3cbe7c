// docs/BENCH.md as sections: those that were measured now take the place of the old ones, the others stay as they are.

export interface Section {
  readonly title: string
  readonly body: string
}

const HEAD = `# Benches

Written by \`pnpm bench\`; \`pnpm run peers\` first brings the packages it compares with. Contenders take turns in one run. Times
say little about another machine; ratios do. A load well above 1, or much that other processes took, makes times on the
clock worth little. To measure one part again: \`pnpm bench tree --out docs/BENCH.md\`, \`pnpm bench sync latency --rounds 5 --out
docs/BENCH.md\`; without \`--out\` it is only printed. \`--quick\` measures less, in a few minutes.`

/** `order`: titles in the order of the page; sections with other titles are dropped. */
export function pageOf(before: string, measured: readonly Section[], order: readonly string[]): string {
  const sections = new Map([...sectionsOf(before), ...measured].map(({ title, body }) => [title, body]))
  const parts = order.flatMap((title) => {
    const body = sections.get(title)
    return body === undefined ? [] : [`## ${title}\n\n${body.trim()}`]
  })
  return `${[HEAD, ...parts].join('\n\n')}\n`
}

function sectionsOf(page: string): Section[] {
  const [, ...parts] = page.split(/^## /m)
  return parts.map((part) => {
    const [title = '', ...lines] = part.split('\n')
    return { title, body: lines.join('\n') }
  })
}
