// Who writes the prompt: I alone, or whoever wants to.
import { Lock, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { modeKey } from './mode-key.ts'

interface ModeChoiceProps {
  readonly isShared: boolean
  /** Without a connection nobody can write together. */
  readonly canShare: boolean
  readonly onChoose: (shared: boolean) => void
}

export function ModeChoice({ isShared, canShare, onChoose }: ModeChoiceProps) {
  return (
    <div
      role="group"
      aria-label="Who writes this prompt"
      className="inline-flex h-6 shrink-0 items-stretch rounded-md border border-line bg-sunken"
    >
      <Part
        icon={<Lock size={12} aria-hidden />}
        hint="Only you see what you type"
        isChosen={!isShared}
        onChoose={() => onChoose(false)}
      >
        Private
      </Part>
      <Part
        icon={<Users size={12} aria-hidden />}
        hint={canShare ? 'Write it together: everyone here sees each letter' : 'Writing together needs a connection'}
        isChosen={isShared}
        isDisabled={!canShare && !isShared}
        onChoose={() => onChoose(true)}
      >
        Shared
      </Part>
    </div>
  )
}

interface PartProps {
  readonly icon: ReactNode
  readonly hint: string
  readonly isChosen: boolean
  readonly isDisabled?: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

function Part({ icon, hint, isChosen, isDisabled = false, onChoose, children }: PartProps) {
  return (
    <Tooltip text={hint} side="top" shortcut={modeKey()}>
      <button
        type="button"
        aria-pressed={isChosen}
        aria-disabled={isDisabled || undefined}
        onClick={() => {
          if (!isChosen && !isDisabled) onChoose()
        }}
        className={classNames(
          '-m-px inline-flex items-center gap-1.5 rounded-md border px-2 text-xs',
          isChosen
            ? 'border-line-strong bg-surface font-medium text-ink forced-colors:border-[Highlight]'
            : 'cursor-pointer border-transparent text-ink-2 enabled:hover:text-ink aria-disabled:cursor-default aria-disabled:opacity-45',
        )}
      >
        {icon}
        <span className="max-[430px]:only-spoken">{children}</span>
      </button>
    </Tooltip>
  )
}
