// Which key sends, and which leaves.

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'isComposing' | 'keyCode'>

/** Enter alone, or with Ctrl or ⌘. Never while a word is being composed: then Enter only takes the suggestion. */
export function isSendKey(event: Pressed): boolean {
  if (event.isComposing || event.keyCode === 229) return false
  return event.key === 'Enter' && !event.shiftKey && !event.altKey
}

/** Escape alone. Never while a word is being composed: then it only drops the suggestion. */
export function isLeaveKey(event: Pressed): boolean {
  if (event.isComposing || event.keyCode === 229) return false
  return event.key === 'Escape' && !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey
}
