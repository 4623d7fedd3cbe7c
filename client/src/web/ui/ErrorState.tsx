// What stands where something failed: what happened, to what, and what to do.
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface ErrorStateProps {
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
  readonly className?: string
}

export function ErrorState({ title, children, actions, className }: ErrorStateProps) {
  return (
    <div role="alert" className={classNames('flex flex-col items-center px-6 py-12 text-center', className)}>
      <h2 className="text-lg font-semibold tracking-tight text-ink">{title}</h2>
      {children !== undefined && <p className="mt-1.5 max-w-96 text-ink-2">{children}</p>}
      {actions !== undefined && <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}
