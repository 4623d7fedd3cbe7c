// A pane that comes in from the right, over the page, where there is no room beside it.
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

interface SheetProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** Its name for a screen reader. */
  readonly title: string
  readonly children: ReactNode
}

export function Sheet({ open, onOpenChange, title, children }: SheetProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-30 animate-appear bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 right-0 z-30 w-(--pane-inspector) max-w-[92vw] animate-appear border-l border-line-strong bg-surface shadow-over focus:outline-none"
        >
          <Radix.Title className="only-spoken">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
