// How long something has been on the screen.
import { useEffect, useState } from 'react'

/** Whole seconds since the component came. */
export function useSeconds(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
