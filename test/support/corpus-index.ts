// The numbers that the index of the corpus gives for its files.
import { readFileSync } from 'node:fs'

/** As the index counts them, in the raw file; damaged lines left out. */
export interface IndexRow {
  readonly file: string
  readonly conversations: number
  readonly entries: number
  readonly nodes: number
  readonly roots: number
  readonly orphans: number
  readonly leaves: number
  readonly branchPoints: number
  readonly longest: number
}

/** Rows of the files in a folder: `chatgpt/`. */
export function indexRows(corpus: URL, folder: string): IndexRow[] {
  const lines = readFileSync(new URL('INDEX.md', corpus), 'utf8').split('\n')
  return lines.flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const [, file = '', , format = ''] = cells
    if (!file.startsWith(folder)) return []
    const conversations = Number.parseInt(/(\d+) conv\./.exec(format)?.[1] ?? '1', 10)
    const [entries = 0, nodes = 0, roots = 0, orphans = 0, leaves = 0, branchPoints = 0, longest = 0] = cells
      .slice(5)
      .map((cell) => Number.parseInt(cell, 10))
    return [{ file, conversations, entries, nodes, roots, orphans, leaves, branchPoints, longest }]
  })
}
