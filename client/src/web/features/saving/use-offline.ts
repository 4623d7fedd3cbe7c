// Whether one is offline for so long that it is worth a word: most losses of a connection are over at once.
import { useEffect, useState } from 'react'
import { useStatus } from '../../../react/index.ts'

const PATIENCE_MS = 2_000

/** Since when, in Unix ms; undefined while connected, and for the first two seconds without. */
export function useOffline(): number | undefined {
  const status = useStatus()
  const since = status.state === 'offline' ? status.since : undefined
  const [said, setSaid] = useState<number>()
  useEffect(() => {
    if (since === undefined) return undefined
    const timer = setTimeout(() => setSaid(since), Math.max(0, since + PATIENCE_MS - Date.now()))
    return () => clearTimeout(timer)
  }, [since])
  return said === since ? since : undefined
}
