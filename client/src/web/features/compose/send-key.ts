// Which key sends.

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'isComposing' | 'keyCode'>

/** Enter alone, or with Ctrl or ⌘. Never while a word is being composed: then Enter only takes the suggestion. */
export function isSendKey(event: Pressed): boolean {
  if (event.isComposing || event.keyCode === 229) return false
  return event.key === 'Enter' && !event.shiftKey && !event.altKey
}
