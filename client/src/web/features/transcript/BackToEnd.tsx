// The way back to the end, with how much came in below since one left it.
import { ArrowDown } from 'lucide-react'
import { count } from '../../words/number-words.ts'
import type { Following } from './use-following.ts'

interface BackToEndProps {
  readonly following: Following
  readonly onBack: () => void
}

export function BackToEnd({ following: { below, isFar, isFollowing }, onBack }: BackToEndProps) {
  if (isFollowing || (below === 0 && !isFar)) return null
  return (
    <button type="button" className="back-to-end num" onClick={onBack}>
      {below > 0 ? `${count(below)} new below` : 'To the end'} <ArrowDown size={13} aria-hidden />
    </button>
  )
}
