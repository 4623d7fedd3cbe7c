// A bar that shows who and what fills the context, with its legend.
import { shortTokens } from '../../words/number-words.ts'
import type { Share } from './context-shares.ts'
import { sharePartsOf } from './share-parts.ts'

interface ShareBarProps {
  readonly shares: readonly Share[]
  readonly total: number
}

export function ShareBar({ shares, total }: ShareBarProps) {
  if (total === 0) return null
  const parts = sharePartsOf(shares)
  return (
    <>
      <div aria-hidden className="mt-2.5 flex h-2 gap-[1.5px] overflow-hidden rounded-sm bg-line">
        {parts.map((part) => (
          <span
            key={part.key}
            className="block min-w-[3px] forced-color-adjust-none"
            style={{ width: `${(100 * part.tokens) / total}%`, background: part.color }}
          />
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-3.5 gap-y-0.5 text-xs text-ink-2">
        {parts.map((part) => (
          <li key={part.key} className="flex items-center gap-1.5">
            <span
              aria-hidden
              className="size-2 rounded-[2px] forced-color-adjust-none"
              style={{ background: part.color }}
            />
            <span className="max-w-28 truncate">{part.words}</span>
            <span className="num text-ink-3">{shortTokens(part.tokens)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
