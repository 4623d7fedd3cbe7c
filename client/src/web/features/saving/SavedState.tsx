// Whether all I wrote is saved: a dot and a word, and behind them what is not.
import { useEffect, useState } from 'react'
import { useKeeping, useQuarantine, useStatus, useTree, useUnsaved } from '../../../react/index.ts'
import { classNames } from '../../ui/class-names.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { savedWords } from './saved-words.ts'

/** Saving takes milliseconds; it is only worth a word when it takes longer than this. */
const PATIENCE_MS = 500

interface SavedStateProps {
  /** Says nothing while all is well. */
  readonly brief: boolean
  /** Shows what is not saved. */
  readonly onShow: () => void
}

export function SavedState({ brief, onShow }: SavedStateProps) {
  const status = useStatus()
  const unsaved = useSettled(useUnsaved())
  const refused = useQuarantine().filter((item) => item.state === 'refused').length
  const { tone, words, short, hint } = savedWords({ status, unsaved, keeping: useKeeping(), synced: useTree().synced })
  const isWell = tone === 'good' && refused === 0
  // In few words all else being saved goes without saying.
  const isOnlyRefused = brief && tone === 'good' && refused > 0
  if (brief && isWell) return null
  return (
    <Tooltip text={hint}>
      <button
        type="button"
        onClick={onShow}
        className={classNames(
          'num -mx-1 flex h-6 min-w-0 cursor-pointer items-center gap-2 rounded-md px-1 text-xs hover:bg-hover',
          brief ? 'shrink-0' : 'shrink',
          tone === 'good' ? 'text-ink-2' : tone === 'waiting' ? 'text-warn' : 'text-bad',
        )}
      >
        <span
          aria-hidden
          className={classNames(
            'size-[7px] shrink-0 rounded-full',
            isOnlyRefused
              ? 'bg-bad'
              : tone === 'good'
                ? 'bg-accent'
                : tone === 'waiting'
                  ? 'border-[1.5px] border-warn'
                  : 'bg-bad',
          )}
        />
        <span className="truncate">
          {isOnlyRefused ? '' : brief ? short : words}
          {refused > 0 && (
            <span className="text-bad">
              {isOnlyRefused ? '' : ' · '}
              {refused} {brief ? 'refused' : 'not accepted'}
            </span>
          )}
        </span>
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
