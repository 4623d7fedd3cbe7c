// Decides whether a pressed key is meant for the page, or for what has the focus.

/** False in fields and open dialogs or menus, during composition, with Ctrl, Alt or Meta, and when already handled. */
export function isForShortcuts(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const target = event.target
  if (!(target instanceof Element)) return true
  return target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]') === null
}
