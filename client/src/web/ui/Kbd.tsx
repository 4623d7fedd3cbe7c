// One key, or several that are pressed together.
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export function Kbd({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  return (
    <kbd
      className={classNames(
        'inline-block rounded-sm border border-line bg-sunken px-[5px] font-mono text-[0.6875rem]/4 font-medium text-ink-3',
        className,
      )}
    >
      {children}
    </kbd>
  )
}
