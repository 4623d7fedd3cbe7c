// A dialog over the page: one question or one task, with a title. Escape and a press beside it close it.
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './IconButton.tsx'

interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  /** A sentence below the title. */
  readonly intro?: ReactNode
  readonly width?: 'sm' | 'md'
  readonly children: ReactNode
}

export function Dialog({ open, onOpenChange, title, intro, width = 'sm', children }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Radix.Content
          onOpenAutoFocus={focusFirstTask}
          {...(intro === undefined ? { 'aria-describedby': undefined } : {})}
          className={classNames(
            'fixed top-[max(12vh,2rem)] left-1/2 z-40 flex max-h-[min(76vh,44rem)] w-[calc(100vw-1.5rem)] -translate-x-1/2 animate-appear',
            'flex-col overflow-hidden rounded-xl border border-line-strong bg-raised shadow-over focus:outline-none',
            width === 'sm' ? 'max-w-[27rem]' : 'max-w-[36rem]',
          )}
        >
          <div className="px-5 pt-4">
            <Radix.Title className="pr-8 text-lg font-semibold tracking-tight text-ink">{title}</Radix.Title>
            {intro !== undefined && <Radix.Description className="mt-1 text-ink-2">{intro}</Radix.Description>}
          </div>
          <div data-task className="min-h-0 overflow-y-auto px-5 pt-4 pb-5">
            {children}
          </div>
          <Radix.Close asChild>
            <IconButton label="Close" icon={<X size={16} aria-hidden />} className="absolute top-3 right-3" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The first thing to do in a dialog has the focus; where there is nothing to do, the dialog itself, never its "Close". */
function focusFirstTask(event: Event): void {
  const dialog = event.currentTarget
  if (!(dialog instanceof HTMLElement)) return
  event.preventDefault()
  const task = dialog.querySelector<HTMLElement>('[data-task] :is(input, textarea, button, a[href])')
  ;(task ?? dialog).focus()
}
