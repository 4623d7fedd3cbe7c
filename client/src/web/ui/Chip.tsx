// A small fact in a frame; a button when it can be pressed.
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

const SHAPE =
  'inline-flex h-6 shrink-0 items-center gap-1.5 rounded-md border border-line bg-surface px-2 text-xs whitespace-nowrap text-ink-2'

export function Chip({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  return <span className={classNames(SHAPE, className)}>{children}</span>
}

export function ChipButton({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(
        SHAPE,
        'cursor-pointer transition-colors duration-(--quick) ease-(--ease) hover:border-line-strong hover:text-ink',
        'disabled:cursor-default disabled:opacity-45 data-[state=open]:bg-press',
        className,
      )}
    />
  )
}
