// Asks what a new session is about, makes it and opens it. The title may stay empty.
import { useState, type FormEvent } from 'react'
import { api } from '../../api/api.ts'
import { navigate } from '../../router/use-route.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { errorWords } from '../../words/error-words.ts'

interface NewSessionDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function NewSessionDialog({ open, onOpenChange }: NewSessionDialogProps) {
  const [title, setTitle] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function create(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      const session = await api.createSession(title.trim() === '' ? undefined : title.trim())
      navigate({ page: 'session', id: session.id })
    } catch (error) {
      setProblem(errorWords(error))
      setBusy(false)
    }
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="New session">
      <form onSubmit={(event) => void create(event)}>
        <TextField
          label="Title"
          hint="What it is about. You can leave it empty."
          value={title}
          maxLength={200}
          autoFocus
          problem={problem}
          onChange={(event) => setTitle(event.target.value)}
        />
        <div className="mt-5 flex justify-end gap-2">
          <Button look="quiet" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busy={busy}>
            Create session
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
