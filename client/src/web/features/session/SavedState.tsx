// Whether all I wrote is saved: a dot and a word, told to a screen reader only when the connection comes or goes.
import { useEffect, useState } from 'react'
import { useStatus, useUnsaved } from '../../../react/index.ts'
import { classNames } from '../../ui/class-names.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { savedWords } from './saved-words.ts'

/** Saving takes milliseconds; it is only worth a word when it takes longer than this. */
const PATIENCE_MS = 500

interface SavedStateProps {
  /** Says nothing while all is well. */
  readonly brief: boolean
}

export function SavedState({ brief }: SavedStateProps) {
  const status = useStatus()
  const unsaved = useSettled(useUnsaved())
  const { tone, words, hint } = savedWords(status, unsaved)
  if (brief && tone === 'good') return null
  return (
    <Tooltip text={hint}>
      <button
        type="button"
        className={classNames(
          'num flex min-w-0 shrink cursor-default items-center gap-2 rounded-sm text-xs',
          tone === 'good' ? 'text-ink-2' : tone === 'waiting' ? 'text-warn' : 'text-bad',
        )}
      >
        <span
          aria-hidden
          className={classNames(
            'size-[7px] shrink-0 rounded-full',
            tone === 'good' ? 'bg-accent' : tone === 'waiting' ? 'border-[1.5px] border-warn' : 'bg-bad',
          )}
        />
        <span className="truncate">{words}</span>
      </button>
    </Tooltip>
  )
}

/** A count that rises only when it stays up for a while; it falls to nothing at once. */
function useSettled(count: number): number {
  const [shown, setShown] = useState(count)
  useEffect(() => {
    const timer = setTimeout(() => setShown(count), count === 0 ? 0 : PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [count])
  return count === 0 ? 0 : shown
}
