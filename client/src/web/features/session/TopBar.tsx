// The bar of a session: its title, whether all is saved, who is here, and what can be done with the whole of it.
import type { EntryId } from '@coppice/shared'
import { PanelRight, UserPlus } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { NewVersion } from '../app-copy/NewVersion.tsx'
import { ParticipantsButton } from '../people/ParticipantsButton.tsx'
import { useRunning } from '../people/use-running.ts'
import { SavedState } from '../saving/SavedState.tsx'
import { withVisibleControls } from '../tree/visible-controls.ts'
import type { Layout } from './layout.ts'
import { MoreMenu } from './MoreMenu.tsx'

interface TopBarProps {
  readonly title: string
  readonly layout: Layout
  readonly onView: (id: EntryId) => void
  readonly onShowSaved: () => void
  readonly onShare: () => void
  readonly onShowKeys: () => void
  readonly onShowRuns: () => void
  readonly onToggleInspector: () => void
}

export function TopBar(props: TopBarProps) {
  const { title, layout } = props
  const shownTitle = withVisibleControls(title)
  const replies = useRunning()
  const isPhone = layout === 'phone'
  return (
    <PageHeader>
      <h1 className="min-w-0 truncate font-semibold tracking-tight" title={shownTitle}>
        {shownTitle}
      </h1>
      <SavedState brief={isPhone} onShow={props.onShowSaved} />
      {replies.length > 0 && !isPhone && (
        <button
          type="button"
          onClick={props.onShowRuns}
          className="num shrink-0 cursor-pointer rounded-sm bg-warn-soft px-1.5 py-px text-2xs font-medium text-warn"
        >
          {replies.length} running
        </button>
      )}
      <span className="ml-auto" />
      <NewVersion />
      <ParticipantsButton onView={props.onView} />
      {isPhone ? (
        <IconButton label="Share" icon={<UserPlus size={17} aria-hidden />} onClick={props.onShare} />
      ) : (
        <Button onClick={props.onShare}>Share</Button>
      )}
      {!isPhone && (
        <IconButton
          label="Context and people"
          shortcut="i"
          icon={<PanelRight size={17} aria-hidden />}
          onClick={props.onToggleInspector}
        />
      )}
      <MoreMenu title={title} onShowKeys={props.onShowKeys} withKeys={!isPhone} />
    </PageHeader>
  )
}
