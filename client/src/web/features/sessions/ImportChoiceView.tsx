// Asks which conversations of a file are to be imported. All of them are chosen to begin with.
import { useState, type FormEvent } from 'react'
import type { ImportChoice, ImportNote } from '../../../sdk/api.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useNow } from '../../ui/use-now.ts'
import { counted } from '../../words/number-words.ts'
import { ago, fullTime } from '../../words/time-words.ts'
import { withVisibleControls } from '../tree/visible-controls.ts'
import { damageWords, importWords, withChosen } from './import-choice.ts'
import { Notes } from './ImportReportView.tsx'
import { isFiltered, matching } from './title-filter.ts'

interface ImportChoiceViewProps {
  readonly choices: readonly ImportChoice[]
  /** What is damaged in the file. */
  readonly notes: readonly ImportNote[]
  readonly onChoose: (places: readonly number[]) => void
  readonly onCancel: () => void
}

export function ImportChoiceView({ choices, notes, onChoose, onCancel }: ImportChoiceViewProps) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => withChosen(new Set(), choices, true))
  const [filter, setFilter] = useState('')
  const shown = matching(choices, filter)
  const damage = damageWords(notes)
  const hasTimes = choices.some(({ createdAt }) => createdAt !== null)
  const isAllShown = shown.every(({ place }) => chosen.has(place))

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (chosen.size > 0) onChoose([...chosen].sort((a, b) => a - b))
  }

  return (
    <form onSubmit={submit} className="mt-3">
      {damage !== undefined && (
        <div className="mb-3 rounded-md bg-warn-soft px-3 py-2 text-sm">
          <p className="num">{damage}</p>
          <Notes notes={notes} />
        </div>
      )}
      {isFiltered(choices) && (
        <TextField
          label="Filter"
          value={filter}
          placeholder="Words of a title"
          autoComplete="off"
          autoFocus
          className="mb-3"
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      )}
      <fieldset className="min-w-0">
        <legend className="only-spoken">Conversations in this file</legend>
        <ul className="max-h-[min(40vh,22rem)] overflow-y-auto rounded-md border border-line">
          {shown.map((choice, number) => (
            <li
              key={choice.place}
              className="border-b border-line [contain-intrinsic-size:auto_2.5rem] [content-visibility:auto] last:border-b-0"
            >
              <ChoiceRow
                choice={choice}
                isChosen={chosen.has(choice.place)}
                isFirst={number === 0 && !isFiltered(choices)}
                hasTimes={hasTimes}
                onChange={(isChosen) => setChosen(withChosen(chosen, [choice], isChosen))}
              />
            </li>
          ))}
          {shown.length === 0 && <li className="px-3 py-2.5 text-sm text-ink-3">No title has these words.</li>}
        </ul>
      </fieldset>
      <div className="mt-5 flex flex-wrap items-center justify-end gap-2">
        <Button
          look="quiet"
          className="mr-auto"
          disabled={shown.length === 0}
          onClick={() => setChosen(withChosen(chosen, shown, !isAllShown))}
        >
          {isAllShown ? 'Select none' : 'Select all'}
          {filter.trim() !== '' && ' shown'}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" look="primary" className="num" disabled={chosen.size === 0}>
          {importWords(chosen.size, choices.length)}
        </Button>
      </div>
    </form>
  )
}

interface ChoiceRowProps {
  readonly choice: ImportChoice
  readonly isChosen: boolean
  /** What one does first in the dialog. */
  readonly isFirst: boolean
  /** Some of the conversations have a time: each keeps the room of one. */
  readonly hasTimes: boolean
  readonly onChange: (isChosen: boolean) => void
}

function ChoiceRow({ choice: { title, createdAt, entries }, isChosen, isFirst, hasTimes, onChange }: ChoiceRowProps) {
  const nowMs = useNow()
  const createdMs = createdAt === null ? Number.NaN : Date.parse(createdAt)
  return (
    <label className="num flex min-h-10 cursor-pointer items-center gap-3 px-3 py-1.5 hover:bg-hover">
      <input
        type="checkbox"
        checked={isChosen}
        autoFocus={isFirst}
        className="size-4 shrink-0 accent-accent"
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="min-w-0 flex-1 truncate normal-nums" title={withVisibleControls(title)}>
        {withVisibleControls(title)}
      </span>
      <span className="shrink-0 text-xs text-ink-3 max-tablet:hidden">{counted(entries, 'entry', 'entries')}</span>
      {Number.isNaN(createdMs) ? (
        hasTimes && <span className="w-24 shrink-0" />
      ) : (
        <time
          dateTime={createdAt ?? undefined}
          title={fullTime(createdMs)}
          className="w-24 shrink-0 text-right text-xs text-ink-3"
        >
          {ago(createdMs, nowMs)}
        </time>
      )}
    </label>
  )
}
