// One row of the context: who wrote it, its first words, what it weighs; or a heading.
import type { EntryId } from '@coppice/shared'
import { Plus } from 'lucide-react'
import { Avatar } from '../../ui/Avatar.tsx'
import { classNames } from '../../ui/class-names.ts'
import { count } from '../../words/number-words.ts'
import type { ContextRow } from './context-rows.ts'

interface ContextRowViewProps {
  readonly row: ContextRow
  readonly onView: (id: EntryId) => void
}

export function ContextRowView({ row, onView }: ContextRowViewProps) {
  if (row.kind === 'heading')
    return (
      <h3 className="num flex h-full items-end gap-2 px-4 pb-1.5 text-caps font-semibold tracking-wider text-ink-3 uppercase">
        {row.words}
        <span className="font-normal tracking-normal">{count(row.count)}</span>
      </h3>
    )
  const { entryId } = row
  const content = (
    <>
      {row.person === undefined ? (
        <Plus size={14} aria-hidden className="mx-0.5 shrink-0 text-ink-3" />
      ) : (
        <Avatar person={row.person} size="sm" className={row.included ? '' : 'opacity-60'} />
      )}
      <span className="min-w-0 flex-1 text-left">
        <span
          className={classNames(
            'block truncate text-sm',
            row.included ? 'text-ink' : 'text-ink-3 line-through decoration-line-strong',
          )}
        >
          {row.words}
        </span>
        {row.note !== undefined && <span className="block truncate text-xs/4 text-ink-3">{row.note}</span>}
      </span>
      <span className={classNames('num shrink-0 text-sm', row.included ? 'text-ink-2' : 'text-ink-3')}>
        {count(row.tokens)}
      </span>
    </>
  )
  if (entryId === null) return <div className="flex h-full items-center gap-2.5 px-4">{content}</div>
  return (
    <button
      type="button"
      title={row.note === undefined ? row.words : `${row.words}: ${row.note}`}
      onClick={() => onView(entryId)}
      className="flex h-full w-full cursor-pointer items-center gap-2.5 px-4 -outline-offset-2 hover:bg-hover"
    >
      {content}
    </button>
  )
}
