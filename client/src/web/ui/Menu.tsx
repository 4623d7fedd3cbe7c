// A menu of actions, or a choice of one of several, that hangs from a button.
import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const ITEM =
  'flex cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 text-base text-ink outline-none select-none ' +
  'data-[highlighted]:bg-press data-[disabled]:cursor-default data-[disabled]:text-ink-3'

interface MenuProps {
  /** One button. */
  readonly trigger: ReactNode
  readonly align?: 'start' | 'end'
  readonly className?: string
  readonly children: ReactNode
}

export function Menu({ trigger, align = 'end', className, children }: MenuProps) {
  return (
    // What is around the menu stays there for a screen reader; Escape and a press beside it close it.
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={10}
          className={classNames(
            'z-30 min-w-44 animate-rise rounded-lg border border-line-strong bg-raised p-1 shadow-over',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export function MenuHeading({ children }: { readonly children: ReactNode }) {
  return <Radix.Label className="px-2 pt-1.5 pb-1 text-xs text-ink-3">{children}</Radix.Label>
}

export function MenuLine() {
  return <Radix.Separator className="my-1 h-px bg-line" />
}

interface MenuItemProps {
  readonly icon?: ReactNode
  /** A second line that says what it gives. */
  readonly hint?: string
  readonly disabled?: boolean
  readonly onSelect: () => void
  readonly children: ReactNode
}

export function MenuItem({ icon, hint, disabled = false, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item disabled={disabled} onSelect={onSelect} className={ITEM}>
      {icon !== undefined && <span className="text-ink-2">{icon}</span>}
      <span>
        {children}
        {hint !== undefined && <span className="block text-xs text-ink-3">{hint}</span>}
      </span>
    </Radix.Item>
  )
}

interface MenuChoiceProps<T extends string> {
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string; readonly icon?: ReactNode }[]
  readonly onChoose: (value: T) => void
}

/** One of several; the chosen one has a tick. */
export function MenuChoice<T extends string>({ value, options, onChoose }: MenuChoiceProps<T>) {
  return (
    <Radix.RadioGroup value={value}>
      {options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          onSelect={() => onChoose(option.value)}
          className={ITEM}
        >
          {option.icon !== undefined && <span className="text-ink-2">{option.icon}</span>}
          <span className="flex-1">{option.label}</span>
          <Radix.ItemIndicator>
            <Check size={14} aria-hidden className="text-accent" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}
