// Waits a moment before something that would only flash.
import { useEffect, useState } from 'react'

/** True once the component has been there for `delayMs`. */
export function useLate(delayMs: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return late
}
