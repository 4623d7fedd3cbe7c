// A button with a picture on it, named in its tooltip together with its key.
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Tooltip } from './Tooltip.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** What it does, in words: the tooltip and the name for a screen reader. */
  readonly label: string
  readonly icon: ReactNode
  /** The key that does the same. */
  readonly shortcut?: string
  readonly size?: 'sm' | 'md'
}

export function IconButton({ label, icon, shortcut, size = 'md', className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} {...(shortcut === undefined ? {} : { shortcut })}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-keyshortcuts={shortcut}
        className={classNames(
          'inline-grid shrink-0 cursor-pointer place-items-center rounded-md text-ink-2 transition-colors duration-(--quick)',
          'ease-(--ease) hover:bg-hover hover:text-ink active:bg-press disabled:cursor-default disabled:opacity-45',
          'data-[state=open]:bg-press data-[state=open]:text-ink',
          size === 'sm' ? 'size-6' : 'size-[30px]',
          className,
        )}
      >
        {icon}
      </button>
    </Tooltip>
  )
}
