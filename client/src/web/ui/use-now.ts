// The time on screen, which goes on while one looks.
import { useSyncExternalStore } from 'react'

const BEAT_MS = 30_000
const listeners = new Set<() => void>()
let nowMs = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    nowMs = Date.now()
    timer = setInterval(() => {
      nowMs = Date.now()
      for (const each of listeners) each()
    }, BEAT_MS)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Unix ms, at most half a minute old. All who ask share one clock. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => nowMs)
}
