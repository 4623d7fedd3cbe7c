// Which things a person does show that they want to look for themselves: then they follow nobody any longer.
import { isForShortcuts } from '../keyboard/is-for-shortcuts.ts'

/** Keys that scroll or move on in the conversation. */
const SCROLL_KEYS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' '])
const MOVE_KEYS = new Set(['j', 'k', '[', ']', 'f', 'l'])

const CONVERSATION = '[role=log]'
const TREE = '[role=tree]'

/** Wheel, touch, a click into the conversation or the tree, and typing anywhere. Moving the mouse is none. */
export function isOwnMove(event: Event): boolean {
  switch (event.type) {
    case 'input':
      return true
    case 'wheel':
    case 'touchmove':
      return isIn(event, CONVERSATION)
    case 'pointerdown':
      return isIn(event, CONVERSATION) || isIn(event, TREE)
    case 'keydown':
      return event instanceof KeyboardEvent && isMoveKey(event)
    default:
      return false
  }
}

export const OWN_MOVES = ['input', 'wheel', 'touchmove', 'pointerdown', 'keydown'] as const

function isMoveKey(event: KeyboardEvent): boolean {
  if (isIn(event, CONVERSATION) || isIn(event, TREE)) return SCROLL_KEYS.has(event.key) || isMoveLetter(event)
  return isMoveLetter(event)
}

function isMoveLetter(event: KeyboardEvent): boolean {
  return MOVE_KEYS.has(event.key) && isForShortcuts(event)
}

function isIn(event: Event, selector: string): boolean {
  return event.target instanceof Element && event.target.closest(selector) !== null
}
