// The bar at the bottom of a small screen: one pane at a time.
import { classNames } from '../../ui/class-names.ts'
import { PHONE_TABS, type PhoneTab } from './panes.ts'

const WORDS: Readonly<Record<PhoneTab, string>> = { chat: 'Chat', tree: 'Tree', context: 'Context', people: 'People' }

interface PhoneTabsProps {
  readonly tab: PhoneTab
  readonly onTab: (tab: PhoneTab) => void
}

export function PhoneTabs({ tab, onTab }: PhoneTabsProps) {
  return (
    <nav
      aria-label="Panes"
      className="grid grid-cols-4 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      {PHONE_TABS.map((each) => (
        <button
          key={each}
          type="button"
          aria-current={each === tab ? 'page' : undefined}
          onClick={() => onTab(each)}
          className={classNames(
            'h-[52px] cursor-pointer text-xs -outline-offset-3',
            each === tab ? 'font-semibold text-accent' : 'text-ink-2',
          )}
        >
          {WORDS[each]}
        </button>
      ))}
    </nav>
  )
}
