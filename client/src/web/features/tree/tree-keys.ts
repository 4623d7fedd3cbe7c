// What a pressed key does in the tree: where the keyboard goes, and what it folds. Pure.
import type { Outline } from './outline.ts'

export type TreeAct =
  | { readonly act: 'go'; readonly row: number }
  | { readonly act: 'fold'; readonly row: number; readonly open: boolean }
  | { readonly act: 'look'; readonly row: number }
  | { readonly act: 'continue'; readonly row: number }

/** The act for a key pressed on a row; undefined for a key that means nothing here. `page`: rows in sight. */
export function actFor(key: string, at: number, { rows }: Outline, page: number): TreeAct | undefined {
  const row = rows[at]
  if (row === undefined) return undefined
  const go = (to: number): TreeAct => ({ act: 'go', row: Math.max(0, Math.min(rows.length - 1, to)) })
  const open = row.kind === 'turn' ? undefined : row.open
  switch (key) {
    case 'ArrowDown':
      return go(at + 1)
    case 'ArrowUp':
      return go(at - 1)
    case 'PageDown':
      return go(at + page)
    case 'PageUp':
      return go(at - page)
    case 'Home':
      return go(0)
    case 'End':
      return go(rows.length - 1)
    case 'ArrowRight':
      if (open === false) return { act: 'fold', row: at, open: true }
      return rows[at + 1]?.parentRow === at ? go(at + 1) : undefined
    case 'ArrowLeft':
      if (open === true) return { act: 'fold', row: at, open: false }
      return row.parentRow === -1 ? undefined : go(row.parentRow)
    case 'Enter':
    case ' ':
      return { act: 'look', row: at }
    case 'l':
      return { act: 'continue', row: at }
    default:
      return undefined
  }
}
