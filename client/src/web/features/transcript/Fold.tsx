// One line with more behind it, on demand.
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTools } from './transcript-context.ts'

interface FoldProps {
  /** Under which it is remembered that it is open. */
  readonly id: string
  readonly line: ReactNode
  /** Made only when it is open. */
  readonly children: () => ReactNode
}

export function Fold({ id, line, children }: FoldProps) {
  const { unfolded } = useTools()
  const [open, setOpen] = useState(() => unfolded.has(id))
  const toggle = (): void => {
    unfolded.set(id, !open)
    setOpen(!open)
  }
  return (
    <div className="fold">
      <button type="button" className="fold-line" aria-expanded={open} onClick={toggle}>
        {open ? <ChevronDown size={13} aria-hidden /> : <ChevronRight size={13} aria-hidden />}
        {line}
      </button>
      {open && <div className="fold-body">{children()}</div>}
    </div>
  )
}
