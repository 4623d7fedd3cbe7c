// Tells the session whether I hide my cursor, and whether somebody is at this page.
import { useEffect, useLayoutEffect } from 'react'
import { useSession, useStore } from '../../../react/index.ts'
import { hiddenChoice } from './hidden-choice.ts'

/** A page out of sight for this long has nobody at it. */
const OUT_OF_SIGHT_MS = 30_000
/** Nor has one on which nothing was done for this long. */
const IDLE_MS = 5 * 60_000

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const

export function useOwnPresence(): void {
  const session = useSession()
  const isHidden = useStore(hiddenChoice)
  // Before anything else on the screen tells what is read.
  useLayoutEffect(() => session.setHidden(isHidden), [session, isHidden])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let lastSign = 0
    function wait(ms: number): void {
      clearTimeout(timer)
      timer = setTimeout(() => session.setAway(true), ms)
    }
    function isThere(): void {
      session.setAway(false)
      wait(IDLE_MS)
    }
    function sign(event: Event): void {
      // Pointers move a hundred times a second.
      if (event.timeStamp - lastSign < 1_000) return
      lastSign = event.timeStamp
      isThere()
    }
    function visibilityChanged(): void {
      if (document.visibilityState === 'hidden') wait(OUT_OF_SIGHT_MS)
      else isThere()
    }
    for (const type of SIGNS) window.addEventListener(type, sign, { capture: true, passive: true })
    document.addEventListener('visibilitychange', visibilityChanged)
    visibilityChanged()
    return () => {
      clearTimeout(timer)
      for (const type of SIGNS) window.removeEventListener(type, sign, { capture: true })
      document.removeEventListener('visibilitychange', visibilityChanged)
    }
  }, [session])
}
