// The pane at the right: what the model will see, and who is here.
import type { EntryId } from '@coppice/shared'
import { X } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useTree } from '../../../react/index.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { ContextPanel } from '../context/ContextPanel.tsx'
import { PeoplePanel } from '../people/PeoplePanel.tsx'
import type { InspectorTab } from './panes.ts'
import { placeOf, placeWords } from './place.ts'

interface InspectorProps {
  readonly lookedId: EntryId | null
  readonly tab: InspectorTab
  readonly onTab: (tab: InspectorTab) => void
  readonly onView: (id: EntryId) => void
  readonly onClose: () => void
}

const TAB =
  'relative h-6 cursor-pointer self-center rounded-md px-1.5 text-sm text-ink-2 hover:text-ink ' +
  'data-[state=active]:font-semibold data-[state=active]:text-ink data-[state=active]:after:absolute ' +
  'data-[state=active]:after:inset-x-1.5 data-[state=active]:after:-bottom-[9px] data-[state=active]:after:h-0.5 ' +
  'data-[state=active]:after:bg-accent forced-colors:data-[state=active]:after:bg-[Highlight]'

export function Inspector({ lookedId, tab, onTab, onView, onClose }: InspectorProps) {
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(value) => onTab(value === 'people' ? 'people' : 'context')}
      className="grid h-full min-h-0 grid-rows-[var(--bar-low)_minmax(0,1fr)]"
    >
      <div className="flex items-stretch border-b border-line pr-2 pl-4">
        <Tabs.List aria-label="Inspector" className="-ml-1.5 flex gap-1.5">
          <Tabs.Trigger value="context" className={TAB}>
            Context
          </Tabs.Trigger>
          <Tabs.Trigger value="people" className={TAB}>
            People
          </Tabs.Trigger>
        </Tabs.List>
        <IconButton
          label="Close"
          shortcut="i"
          size="sm"
          icon={<X size={15} aria-hidden />}
          className="ml-auto self-center"
          onClick={onClose}
        />
      </div>
      <Tabs.Content value="context" className="min-h-0 focus-visible:-outline-offset-2">
        <LookedContext lookedId={lookedId} onView={onView} />
      </Tabs.Content>
      <Tabs.Content value="people" className="min-h-0 focus-visible:-outline-offset-2">
        <PeoplePanel onView={onView} />
      </Tabs.Content>
    </Tabs.Root>
  )
}

type LookedContextProps = Pick<InspectorProps, 'lookedId' | 'onView'>

/** The context panel for the place one looks at. */
export function LookedContext({ lookedId, onView }: LookedContextProps) {
  const { index, synced } = useTree()
  const place = lookedId === null ? undefined : placeOf(index, lookedId, synced)
  return (
    <ContextPanel
      lookedId={lookedId}
      requestWords={place === undefined ? 'First request of a new beginning' : `Next request from ${placeWords(place)}`}
      onView={onView}
    />
  )
}
