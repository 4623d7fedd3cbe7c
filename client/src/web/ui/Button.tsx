// A button with words on it.
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type ButtonLook = 'plain' | 'primary' | 'quiet' | 'danger'

const LOOKS: Record<ButtonLook, string> = {
  plain: 'disabled:opacity-45 border-line-strong bg-surface text-ink hover:bg-hover active:bg-press',
  primary:
    'border-accent bg-accent text-accent-ink enabled:hover:border-accent-strong enabled:hover:bg-accent-strong ' +
    'disabled:border-line disabled:bg-sunken disabled:text-ink-3',
  quiet:
    'disabled:opacity-45 border-transparent bg-transparent text-ink-2 hover:bg-hover hover:text-ink active:bg-press',
  danger: 'disabled:opacity-45 border-line-strong bg-surface text-bad hover:bg-bad-soft',
}

const SIZES = {
  sm: 'h-6 gap-1.5 rounded-md px-2 text-xs',
  md: 'h-[30px] gap-2 rounded-md px-3 text-base',
} as const

export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: ButtonLook
  readonly size?: keyof typeof SIZES
  readonly icon?: ReactNode
  /** What was asked for is under way: the button stays in place, says so, and takes no second press. */
  readonly busy?: boolean
  /** It cannot be done now: the button keeps its place and its tooltip, which says why, and does nothing. */
  readonly unavailable?: boolean
}

/** `type` is "button" unless said otherwise. While busy or unavailable it keeps the focus and ignores presses. */
export function Button(props: ButtonProps) {
  const { look = 'plain', size = 'md', icon, busy = false, unavailable = false, className, children, ...rest } = props
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || unavailable || undefined}
      {...rest}
      onClick={busy || unavailable ? (event) => event.preventDefault() : rest.onClick}
      className={classNames(
        'inline-flex shrink-0 cursor-pointer items-center justify-center border font-medium whitespace-nowrap',
        'transition-colors duration-(--quick) ease-(--ease) disabled:cursor-default',
        busy && 'cursor-progress opacity-70',
        unavailable && 'cursor-default opacity-45',
        SIZES[size],
        LOOKS[look],
        className,
      )}
    >
      {icon}
      {children}
    </button>
  )
}
