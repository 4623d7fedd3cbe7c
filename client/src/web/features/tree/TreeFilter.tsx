// The field that searches the tree, and the star that shows only labelled turns.
import { Search, Star, X } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../ui/IconButton.tsx'
import { count } from '../../words/number-words.ts'
import { useShortcut } from '../keyboard/use-shortcut.ts'
import { NO_FILTER, type Filter } from './filter.ts'

interface TreeFilterProps {
  readonly filter: Filter
  readonly entries: number
  readonly onChange: (filter: Filter) => void
  /** The arrow down from the field goes to the rows. */
  readonly onLeave: () => void
}

export function TreeFilter({ filter, entries, onChange, onLeave }: TreeFilterProps) {
  const field = useRef<HTMLInputElement>(null)
  useShortcut('/', () => field.current?.focus())
  return (
    <div className="tree-bar">
      <label className="tree-field">
        <Search size={14} aria-hidden="true" />
        <input
          ref={field}
          value={filter.words}
          placeholder={`Filter ${count(entries)} entries`}
          aria-label="Filter the tree by words, people and labels"
          aria-keyshortcuts="/"
          spellCheck={false}
          onChange={(event) => onChange({ ...filter, words: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              onChange(NO_FILTER)
              field.current?.blur()
            } else if (event.key === 'ArrowDown' || event.key === 'Enter') onLeave()
            else return
            event.preventDefault()
          }}
        />
        {filter.words !== '' && (
          <IconButton
            size="sm"
            label="Clear the filter"
            icon={<X size={14} />}
            onClick={() => onChange({ ...filter, words: '' })}
          />
        )}
      </label>
      <IconButton
        label={filter.labelledOnly ? 'Show all turns' : 'Show only turns with a label'}
        icon={<Star size={15} fill={filter.labelledOnly ? 'currentColor' : 'none'} />}
        aria-pressed={filter.labelledOnly}
        className={filter.labelledOnly ? 'bg-accent-soft text-accent' : ''}
        onClick={() => onChange({ ...filter, labelledOnly: !filter.labelledOnly })}
      />
    </div>
  )
}
