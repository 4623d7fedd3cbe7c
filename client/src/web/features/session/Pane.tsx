// One pane of the session's screen. On a small screen panes lie in a stack, and only the uppermost is there to see,
// to reach and to read out; the others keep their size and their place, so that nothing jumps on return.
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'

interface PaneProps {
  readonly as: 'main' | 'aside' | 'section' | 'div'
  /** Its name for a screen reader; none where what is inside names itself. */
  readonly name?: string
  readonly isStacked: boolean
  /** Of those in the stack. */
  readonly isShown: boolean
  readonly className: string
  readonly children: ReactNode
}

export function Pane({ as: Element, name, isStacked, isShown, className, children }: PaneProps) {
  return (
    <Element
      aria-label={name}
      className={classNames(
        'min-h-0 min-w-0',
        className,
        isStacked && 'col-start-1 row-start-1',
        isStacked && !isShown && 'invisible',
      )}
    >
      {children}
    </Element>
  )
}
