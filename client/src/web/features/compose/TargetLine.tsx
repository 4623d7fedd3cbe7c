// The line above the text: where it will be written, in words, and a way out of a fork.
import { X } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useLate } from '../../ui/use-late.ts'
import type { StayWords, Target } from './target.ts'

const ANSWER_PATIENCE_MS = 2_000

interface TargetLineProps {
  readonly target: Target
  /** The person looks at another place than the one they write to. */
  readonly isElsewhere: boolean
  /** Why nothing can be sent there now; undefined: it can. */
  readonly waits: string | undefined
  /** Where it will be until the connection is back, also in short; undefined while there is one. */
  readonly staysHere: StayWords | undefined
  readonly onCancel: (() => void) | undefined
  /** Starts the answer to the prompt one stands on, when nobody has answered it. */
  readonly onAnswer: (() => void) | undefined
}

export function TargetLine({ target, isElsewhere, waits, staysHere, onCancel, onAnswer }: TargetLineProps) {
  return (
    <p className="num flex min-h-8 flex-wrap items-center gap-x-2 px-3.5 pt-2 text-xs text-ink-2">
      <Where target={target} />
      {waits !== undefined && <span className="text-ink-3">· {waits}</span>}
      {staysHere !== undefined && (
        <span className="text-warn">
          · <span className="max-tablet:hidden">{staysHere.words}</span>
          <span className="hidden max-tablet:inline">{staysHere.short}</span>
        </span>
      )}
      {isElsewhere && <span className="font-medium text-warn">· not to what you look at</span>}
      {onAnswer !== undefined && <Unanswered onAnswer={onAnswer} />}
      {onCancel !== undefined && (
        <Button
          look="quiet"
          size="sm"
          icon={<X size={13} aria-hidden />}
          className="-my-1 ml-auto -mr-1.5"
          onClick={onCancel}
        >
          Cancel <Kbd>esc</Kbd>
        </Button>
      )}
    </p>
  )
}

/** Waits a moment: right after a prompt its answer is on the way. */
function Unanswered({ onAnswer }: { readonly onAnswer: () => void }) {
  const isLate = useLate(ANSWER_PATIENCE_MS)
  if (!isLate) return null
  return (
    <>
      <span className="text-ink-3">· nobody has answered it</span>
      <Button look="quiet" size="sm" className="-my-1" onClick={onAnswer}>
        Ask for the answer
      </Button>
    </>
  )
}

function Where({ target }: { readonly target: Target }) {
  switch (target.kind) {
    case 'first':
      return <span>the first prompt of this session</span>
    case 'continues':
      return (
        <>
          <span>to</span>
          <Tag>{target.branch}</Tag>
          {target.afterTurn > 0 && <span>after turn {target.afterTurn}</span>}
        </>
      )
    case 'branches':
      return (
        <span className="font-medium text-accent">
          {target.afterTurn === 0 ? 'new branch from the start' : `new branch after turn ${target.afterTurn}`}
        </span>
      )
    case 'unknown':
      return <span>where you stand</span>
    default:
      return target satisfies never
  }
}
