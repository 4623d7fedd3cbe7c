// The keys of the conversation: j and k to the next and the previous prompt, [ and ] to the branches beside this one,
// f, l and b on the item that has the focus.
import type { EntryId } from '@coppice/shared'
import type { KeyboardEvent } from 'react'
import { useShortcut } from '../keyboard/use-shortcut.ts'
import type { Item } from './items.ts'
import { siblingsOf } from './siblings.ts'
import type { TranscriptTools } from './transcript-context.ts'

interface ListKeys {
  readonly items: readonly Item[]
  /** Number of the item with the focus; -1 for none. */
  readonly focused: number
  /** Number of the item at the upper edge. */
  readonly top: () => number
  readonly goTo: (number: number) => void
  readonly tools: Pick<TranscriptTools, 'index' | 'fork' | 'continueHere' | 'turnTo'>
}

/** Returns the handler for keys pressed on an item. */
export function useListKeys({ items, focused, top, goTo, tools }: ListKeys): (event: KeyboardEvent) => void {
  const at = (): number => (focused === -1 ? top() : focused)
  useShortcut('j', () => goTo(items.findIndex((item, number) => item.kind === 'prompt' && number > at())))
  useShortcut('k', () => goTo(items.findLastIndex((item, number) => item.kind === 'prompt' && number < at())))
  useShortcut('[', () => turn(-1))
  useShortcut(']', () => turn(1))

  /** Turns at the nearest fork at or above what one reads. */
  function turn(by: number): void {
    const last = Math.max(at(), top())
    for (let number = last; number >= 0; number -= 1) {
      const id = items[number]?.entry?.id
      const siblings = id === undefined ? undefined : siblingsOf(tools.index, id)
      if (siblings === undefined) continue
      const next = siblings.ids[siblings.at + by]
      if (next !== undefined) tools.turnTo(next)
      return
    }
  }

  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || focused === -1) return
    const id = items[focused]?.entry?.id
    if (id === undefined || !['b', 'f', 'l'].includes(event.key)) return
    event.preventDefault()
    if (event.key === 'f') tools.fork(id)
    else if (event.key === 'l') tools.continueHere(id)
    else labelAction(event.currentTarget, id)?.click()
  }
}

function labelAction(list: Element, id: EntryId): HTMLElement | null {
  return list.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"] [data-label-action]`)
}
