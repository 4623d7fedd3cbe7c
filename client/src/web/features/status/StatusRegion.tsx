// One polite line for screen readers: speaks at boundaries, never word by word, and never moves the focus.
import { useEffect, useMemo, useRef, useState } from 'react'
import {
  useHello,
  useHomecoming,
  useKeeping,
  usePeople,
  useQuarantine,
  useReplies,
  useTree,
  useUnsaved,
} from '../../../react/index.ts'
import { homecomingWords } from '../saving/homecoming-words.ts'
import { savingNews, type SavingFacts } from '../saving/saving-news.ts'
import { useOffline } from '../saving/use-offline.ts'
import { answerNews, ForkWatch, spokenNews } from './news.ts'

/** What happens within this time is said together. */
const GATHER_MS = 1_200

export function StatusRegion() {
  const [said, setSaid] = useState('')
  const { index, version, synced } = useTree()
  const replies = useReplies()
  const people = usePeople()
  const me = useHello()?.participant.id
  const saving = useSavingFacts()
  const before = useRef({ replies, saving })
  const forks = useRef(new ForkWatch())
  const waiting = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const seen = { index, people, me, live: synced }
    waiting.current.push(
      ...savingNews(before.current.saving, saving),
      ...answerNews(before.current.replies, replies, seen),
      ...forks.current.news(seen),
    )
    before.current = { replies, saving }
    if (waiting.current.length === 0 || timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      setSaid(spokenNews(waiting.current.splice(0)))
    }, GATHER_MS)
    // reason: the index is one object that grows; its version says when
    // oxlint-disable-next-line react/exhaustive-deps
  }, [index, version, synced, replies, people, me, saving])

  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    <div role="status" aria-live="polite" className="only-spoken">
      {said}
    </div>
  )
}

function useSavingFacts(): SavingFacts {
  const { index, synced } = useTree()
  const people = usePeople()
  const isOffline = useOffline() !== undefined
  const unsaved = useUnsaved()
  const keeping = useKeeping()
  const refused = useQuarantine().filter((item) => item.state === 'refused').length
  const home = useHomecoming()
  return useMemo(() => {
    const homecoming = home === undefined ? undefined : homecomingWords(home, { index, people, live: synced })
    return { isOffline, unsaved, keeping, refused, homecoming }
  }, [isOffline, unsaved, keeping, refused, home, index, people, synced])
}
