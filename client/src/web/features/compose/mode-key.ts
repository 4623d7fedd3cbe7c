// The key that turns between a private and a shared prompt, also while one types.
import { useEffect, useEffectEvent } from 'react'

export function useModeKey(onPress: () => void): void {
  const press = useEffectEvent(onPress)
  useEffect(() => {
    function hear(event: KeyboardEvent): void {
      if (event.key !== '.' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (event.defaultPrevented || event.isComposing || document.querySelector('[role=dialog]') !== null) return
      event.preventDefault()
      press()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
}

/** As it is written on this machine's keyboard. */
export function modeKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ .' : 'Ctrl .'
}
