// The line below the target of a shared prompt, when there is something to know or to decide: no connection, it is
// being sent, or a private draft of mine may come along.
import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'

interface SharedLineProps {
  readonly isLive: boolean
  /** By somebody else. */
  readonly isSending: boolean
  /** My private draft of this place; '' for none. */
  readonly draft: string
  readonly onOffer: (draft: string) => void
  /** Takes the text as it is into a private draft. */
  readonly onCopy: () => void
}

export function SharedLine({ isLive, isSending, draft, onOffer, onCopy }: SharedLineProps) {
  const [kept, setKept] = useState<string>()
  return (
    <div role="status" aria-live="polite" className="flex flex-wrap items-center gap-x-2 px-3.5 text-xs">
      {!isLive ? (
        <>
          <Words tone="warn">No connection: it can be read, and written again when you are back.</Words>
          <Button size="sm" className="my-1" onClick={onCopy}>
            Copy into a private draft
          </Button>
        </>
      ) : isSending ? (
        <Words>It is being sent.</Words>
      ) : draft.trim() !== '' && kept !== draft ? (
        <>
          <Words>Your own draft is still private.</Words>
          <Button
            size="sm"
            className="my-1"
            onClick={() => {
              setKept(draft)
              onOffer(draft)
            }}
          >
            Put my draft into it
          </Button>
          <Button size="sm" look="quiet" className="my-1" onClick={() => setKept(draft)}>
            Keep it private
          </Button>
        </>
      ) : null}
    </div>
  )
}

function Words({ tone = 'plain', children }: { readonly tone?: 'plain' | 'warn'; readonly children: ReactNode }) {
  return <span className={tone === 'warn' ? 'py-1 font-medium text-warn' : 'py-1 text-ink-2'}>{children}</span>
}
