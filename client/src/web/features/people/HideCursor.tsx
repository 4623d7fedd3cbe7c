// The switch that hides one's cursor from the others.
import { Switch } from 'radix-ui'
import { useId } from 'react'
import { useStore } from '../../../react/index.ts'
import { chooseHidden, hiddenChoice } from './hidden-choice.ts'

export function HideCursor() {
  const id = useId()
  const isHidden = useStore(hiddenChoice)
  return (
    <div className="flex items-start gap-3 px-4 py-2">
      <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer">
        Hide my cursor
        <span className="block text-xs text-ink-3">Others see where you stand, not what you read or write.</span>
      </label>
      <Switch.Root
        id={id}
        checked={isHidden}
        onCheckedChange={chooseHidden}
        className="relative mt-px inline-flex h-6 w-9 shrink-0 cursor-pointer items-center before:absolute before:inset-x-0 before:inset-y-[3px] before:rounded-full before:border before:border-edge before:bg-sunken data-[state=checked]:before:border-accent data-[state=checked]:before:bg-accent"
      >
        <Switch.Thumb className="relative ml-[3px] block size-3 rounded-full bg-edge transition-transform duration-(--quick) ease-(--ease) data-[state=checked]:translate-x-[18px] data-[state=checked]:bg-accent-ink forced-colors:bg-[ButtonText]" />
      </Switch.Root>
    </div>
  )
}
