// Tries something again by itself while the server cannot be reached: now and then, and when the network is back.
import { useEffect } from 'react'

const EVERY_MS = 8_000

export function useRetry(isFailing: boolean, retry: () => void): void {
  useEffect(() => {
    if (!isFailing) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') retry()
    }, EVERY_MS)
    window.addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', retry)
    }
  }, [isFailing, retry])
}
