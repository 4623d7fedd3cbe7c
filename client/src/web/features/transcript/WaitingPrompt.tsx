// Below a prompt that was written without a connection too long ago to be answered unasked.
import type { EntryId } from '@coppice/shared'
import { Clock } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { ago, fullTime } from '../../words/time-words.ts'
import { useTools } from './transcript-context.ts'

export function WaitingPrompt({ id }: { readonly id: EntryId }) {
  const { waitingSince, askForAnswer, leaveUnanswered, nowMs } = useTools()
  const at = waitingSince(id)
  if (at === undefined) return null
  return (
    <div className="waiting num">
      <p title={fullTime(at)}>
        <Clock size={13} aria-hidden />
        Written {ago(at, nowMs)} without a connection. Nobody answers it yet.
      </p>
      <span className="flex gap-1">
        <Button size="sm" onClick={() => askForAnswer(id)}>
          Ask for the answer
        </Button>
        <Button size="sm" look="quiet" onClick={() => leaveUnanswered(id)}>
          Leave it
        </Button>
      </span>
    </div>
  )
}
