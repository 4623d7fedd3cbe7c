// Single keys that do something, while no field has the focus and nothing lies over the page.
import { useEffect, useRef } from 'react'
import { isForShortcuts } from './is-for-shortcuts.ts'

/** Calls back on `key` (as in KeyboardEvent.key). The newest callback is used. */
export function useShortcut(key: string, action: () => void): void {
  const newest = useRef(action)
  useEffect(() => {
    newest.current = action
  })
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.key !== key || !isForShortcuts(event)) return
      event.preventDefault()
      newest.current()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [key])
}
