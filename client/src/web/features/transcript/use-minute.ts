// The time, to the minute: what says "today" must not stay yesterday's.
import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** Unix ms, new once a minute. */
export function useMinute(): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
