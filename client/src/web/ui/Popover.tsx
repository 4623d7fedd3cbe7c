// A small sheet that hangs from the button that opened it.
import { Popover as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface PopoverProps extends Pick<ComponentProps<typeof Radix.Content>, 'onKeyDown' | 'onCloseAutoFocus'> {
  /** One button. */
  readonly trigger: ReactNode
  /** Name of the sheet for a screen reader. */
  readonly label: string
  readonly align?: 'start' | 'center' | 'end'
  readonly className?: string
  /** Left out where only the trigger opens it. */
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  readonly children: ReactNode
}

export function Popover(props: PopoverProps) {
  const { trigger, label, align = 'end', className, open, onOpenChange, children, ...rest } = props
  return (
    <Radix.Root {...(open === undefined ? {} : { open })} {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          {...rest}
          align={align}
          sideOffset={6}
          collisionPadding={10}
          aria-label={label}
          className={classNames(
            'z-30 max-h-(--radix-popover-content-available-height) animate-rise overflow-y-auto rounded-lg border border-line-strong',
            'bg-raised shadow-over focus:outline-none',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
