// How high an item will probably be, before it is measured. Near enough that little moves when it is.
import { entryText } from '@coppice/shared'
import type { Item } from './items.ts'

const LINE = 23
/** Between paragraphs, where the text has an empty line. */
const GAP = 8
const LETTERS_A_LINE = 88

/** In pixels, the space above it included. */
export function likelyHeight(item: Item): number {
  switch (item.kind) {
    case 'prompt':
      return 72 + Math.min(textHeight(entryText(item.entry)), 14 * LINE)
    case 'reply': {
      const header = item.continues ? 8 : 46
      return item.reply.parts.reduce((sum, part) => {
        if (part.kind === 'text') return sum + textHeight(part.text) + 8
        return sum + (part.kind === 'image' ? 240 : 32)
      }, header)
    }
    case 'note':
      return 64
    case 'bash':
    case 'result':
      return 44
    case 'setting':
      return 34
    case 'cut':
      return 56
    default:
      return item satisfies never
  }
}

function textHeight(text: string): number {
  let height = 0
  let from = 0
  while (from <= text.length) {
    const end = text.indexOf('\n', from)
    const stop = end === -1 ? text.length : end
    height += stop === from ? GAP : Math.ceil((stop - from) / LETTERS_A_LINE) * LINE
    from = stop + 1
  }
  return height
}
