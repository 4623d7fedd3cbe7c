// A name that appears beside what one points at or has focused, with the key that does the same.
import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Kbd } from './Kbd.tsx'

interface TooltipProps {
  readonly text: ReactNode
  readonly shortcut?: string
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  /** One element that takes a ref. */
  readonly children: ReactNode
}

/** Wraps the app once, so that going from one tooltip to the next does not wait again. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={450} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  )
}

export function Tooltip({ text, shortcut, side = 'bottom', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex max-w-72 animate-appear items-center gap-2 rounded-md border border-line-strong bg-raised px-2 py-1 text-xs text-ink shadow-over"
        >
          {text}
          {shortcut !== undefined && <Kbd>{shortcut}</Kbd>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
