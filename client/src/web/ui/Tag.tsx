// A word of state, or the short name of a branch.
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const TONES = {
  plain: 'border-line bg-sunken text-ink-2',
  good: 'border-transparent bg-accent-soft text-accent',
  warn: 'border-transparent bg-warn-soft text-warn',
  bad: 'border-transparent bg-bad-soft text-bad',
  info: 'border-transparent bg-info-soft text-info',
} as const

interface TagProps {
  readonly tone?: keyof typeof TONES
  readonly title?: string
  readonly className?: string
  readonly children: ReactNode
}

export function Tag({ tone = 'plain', title, className, children }: TagProps) {
  return (
    <span
      title={title}
      className={classNames(
        'num inline-flex shrink-0 items-center rounded-sm border px-1.5 text-2xs font-medium whitespace-nowrap',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
