// One calm line about a state that lasts: what it is, what to do, and a way to put it away.
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './IconButton.tsx'

const TONES = {
  plain: { ground: 'border-line bg-surface', icon: 'text-ink-3' },
  good: { ground: 'border-transparent bg-accent-soft', icon: 'text-accent' },
  warn: { ground: 'border-transparent bg-warn-soft', icon: 'text-warn' },
  bad: { ground: 'border-transparent bg-bad-soft', icon: 'text-bad' },
} as const

interface NoticeProps {
  readonly tone: keyof typeof TONES
  readonly icon: ReactNode
  /** Buttons, the first one first. */
  readonly actions?: ReactNode
  readonly onDismiss?: () => void
  readonly children: ReactNode
}

export function Notice({ tone, icon, actions, onDismiss, children }: NoticeProps) {
  const { ground, icon: ink } = TONES[tone]
  return (
    <div className={classNames('flex items-start gap-2.5 rounded-lg border py-1 pr-1 pl-3 text-sm text-ink', ground)}>
      <span className={classNames('grid h-6 shrink-0 place-items-center', ink)}>{icon}</span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5">
        <p className="num min-w-0 flex-1 basis-72 py-0.5">{children}</p>
        {actions !== undefined && <span className="-ml-2 flex flex-wrap items-center gap-1">{actions}</span>}
      </div>
      {onDismiss !== undefined && (
        <IconButton size="sm" label="Put this away" icon={<X size={14} aria-hidden />} onClick={onDismiss} />
      )}
    </div>
  )
}
