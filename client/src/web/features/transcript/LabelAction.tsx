// Puts a label on an entry: a name by which it is found again.
import type { EntryId } from '@coppice/shared'
import { Star } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useTools } from './transcript-context.ts'

const MAX_LENGTH = 120

export function LabelAction({ id }: { readonly id: EntryId }) {
  const { index, label: put } = useTools()
  const [open, setOpen] = useState(false)
  const before = index.labelOf(id) ?? ''
  const [text, setText] = useState(before)
  if (put === undefined) return null

  function save(event: FormEvent): void {
    event.preventDefault()
    setOpen(false)
    const label = text.trim()
    if (label !== before) put?.(id, label === '' ? null : label)
  }
  return (
    <Popover
      label="Label"
      open={open}
      onOpenChange={(next) => {
        if (next) setText(before)
        setOpen(next)
      }}
      className="w-72 p-3"
      trigger={
        <button
          type="button"
          className="item-action"
          data-label-action
          aria-label={before === '' ? 'Label' : 'Change the label'}
          aria-keyshortcuts="b"
          title={before === '' ? 'Label  b' : 'Change the label  b'}
        >
          <Star size={14} />
        </button>
      }
    >
      <form onSubmit={save}>
        <TextField
          label="Label"
          hint="Everyone sees it in the tree. Empty takes it off."
          value={text}
          maxLength={MAX_LENGTH}
          autoFocus
          onChange={(event) => setText(event.target.value)}
        />
        <div className="mt-3 flex justify-end gap-2">
          <Button size="sm" look="quiet" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button size="sm" look="primary" type="submit">
            Save
          </Button>
        </div>
      </form>
    </Popover>
  )
}
