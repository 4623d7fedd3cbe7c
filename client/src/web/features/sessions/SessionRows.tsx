// The rows of the list of sessions, as far as one has scrolled, and the field that filters a long list.
import { Search } from 'lucide-react'
import { useRef } from 'react'
import { useShortcut } from '../keyboard/use-shortcut.ts'
import type { ListRow } from './list-rows.ts'
import { SessionRow } from './SessionRow.tsx'
import { useRowsInReach } from './use-rows-in-reach.ts'

interface SessionRowsProps {
  readonly rows: readonly ListRow[]
  readonly isOffline: boolean
}

export function SessionRows({ rows, isOffline }: SessionRowsProps) {
  const { built, below } = useRowsInReach(rows.length)
  return (
    <>
      <ul className="border-t border-line">
        {rows.slice(0, built).map((row) => (
          <SessionRow key={row.id} row={row} isOffline={isOffline} />
        ))}
      </ul>
      {built < rows.length && <div ref={below} className="h-11" />}
    </>
  )
}

interface SessionFilterProps {
  readonly filter: string
  readonly onFilter: (filter: string) => void
}

export function SessionFilter({ filter, onFilter }: SessionFilterProps) {
  const field = useRef<HTMLInputElement>(null)
  useShortcut('/', () => field.current?.focus())
  return (
    <label className="flex h-[30px] w-56 min-w-0 items-center gap-2 rounded-md border border-edge bg-surface px-2.5 text-ink-3 focus-within:outline focus-within:outline-2 focus-within:outline-focus max-tablet:w-full">
      <Search size={14} aria-hidden />
      <input
        ref={field}
        value={filter}
        placeholder="Words of a title"
        aria-label="Filter the sessions by words of their titles"
        aria-keyshortcuts="/"
        spellCheck={false}
        className="min-w-0 flex-1 bg-transparent text-sm text-ink outline-none"
        onChange={(event) => onFilter(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          onFilter('')
          field.current?.blur()
        }}
      />
    </label>
  )
}
