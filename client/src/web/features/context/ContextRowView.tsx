// One row of the context: who wrote it, its first words, what it weighs; or a heading.
import type { EntryId } from '@coppice/shared'
import { FileText, Plus, Puzzle, ScrollText, Wrench, type LucideIcon } from 'lucide-react'
import { Avatar } from '../../ui/Avatar.tsx'
import { classNames } from '../../ui/class-names.ts'
import { count } from '../../words/number-words.ts'
import type { ContextRow } from './context-rows.ts'
import type { Writer } from './writer.ts'

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
      <WriterSign writer={row.writer} />
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

const SIGNS: Readonly<
  Record<Exclude<Writer['kind'], 'person'>, { readonly icon: LucideIcon; readonly words: string }>
> = {
  tool: { icon: Wrench, words: 'Tool output' },
  summary: { icon: ScrollText, words: 'Summary' },
  instructions: { icon: FileText, words: 'Instructions' },
  extension: { icon: Puzzle, words: 'Added by a tool' },
  added: { icon: Plus, words: 'Added' },
}

function WriterSign({ writer }: { readonly writer: Writer }) {
  if (writer.kind === 'person') return <Avatar person={writer.person} size="sm" />
  const { icon: Icon, words } = SIGNS[writer.kind]
  return (
    <span role="img" aria-label={words} className="grid size-[18px] shrink-0 place-items-center text-ink-3">
      <Icon size={14} aria-hidden />
    </span>
  )
}
