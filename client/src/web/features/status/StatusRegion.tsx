// One polite line for screen readers: speaks at boundaries, never word by word, and never moves the focus.
import { useEffect, useRef, useState } from 'react'
import { useHello, usePeople, useReplies, useTree } from '../../../react/index.ts'
import { answerNews, ForkWatch } from './news.ts'

/** What happens within this time is said together. */
const GATHER_MS = 1_200
/** More than this at once is counted. */
const MOST = 3

export function StatusRegion() {
  const [said, setSaid] = useState('')
  const { index, version } = useTree()
  const replies = useReplies()
  const people = usePeople()
  const me = useHello()?.participant.id
  const before = useRef(replies)
  const forks = useRef(new ForkWatch())
  const waiting = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const seen = { index, people, me }
    waiting.current.push(...answerNews(before.current, replies, seen), ...forks.current.news(seen))
    before.current = replies
    if (waiting.current.length === 0 || timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      const news = waiting.current.splice(0)
      setSaid(
        news.length > MOST ? `${news.slice(0, MOST).join('. ')}, and ${news.length - MOST} more` : news.join('. '),
      )
    }, GATHER_MS)
    // reason: the index is one object that grows; its version says when
    // oxlint-disable-next-line react/exhaustive-deps
  }, [index, version, replies, people, me])

  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    <div role="status" aria-live="polite" className="only-spoken">
      {said}
    </div>
  )
}
