// The screen of a session: the tree, the path one looks at with the composer below it, and the inspector.
import type { EntryId } from '@coppice/shared'
import { useEffect, useRef, useState } from 'react'
import { useHello, useSession, useTree } from '../../../react/index.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { Composer } from '../compose/Composer.tsx'
import { FollowFrame } from '../follow/FollowFrame.tsx'
import { useFollowBegan, useFollowedView, useSayLooked } from '../follow/use-followed-view.ts'
import { KeyboardMap } from '../keyboard/KeyboardMap.tsx'
import { PeoplePanel } from '../people/PeoplePanel.tsx'
import { useOwnPresence } from '../people/use-own-presence.ts'
import { Notices } from '../saving/Notices.tsx'
import { SavedDialog } from '../saving/SavedDialog.tsx'
import { ShareDialog } from '../share/ShareDialog.tsx'
import { StatusRegion } from '../status/StatusRegion.tsx'
import { TreePane } from '../tree/TreePane.tsx'
import { withVisibleControls } from '../tree/visible-controls.ts'
import { CrumbBar } from './CrumbBar.tsx'
import { Inspector, LookedContext } from './Inspector.tsx'
import { useLayout } from './layout.ts'
import { Pane } from './Pane.tsx'
import { usePanes, type InspectorTab } from './panes.ts'
import { PhoneTabs } from './PhoneTabs.tsx'
import { Transcript } from '../transcript/Transcript.tsx'
import { useSessionView } from './session-view.ts'
import { TopBar } from './TopBar.tsx'
import { useLooked } from './use-looked.ts'
import { useSessionKeys } from './use-session-keys.ts'

interface SessionScreenProps {
  /** The title the server has, for a session that names itself nowhere. */
  readonly storedTitle: string | undefined
}

export function SessionScreen({ storedTitle }: SessionScreenProps) {
  const session = useSession()
  const view = useFollowedView(useSessionView())
  const panes = usePanes()
  const layout = useLayout()
  const role = useHello()?.role
  const title = useTitle(storedTitle)
  const [sharing, setSharing] = useState(false)
  const [showingSaved, setShowingSaved] = useState(false)
  const [showingKeys, setShowingKeys] = useState(false)
  const treePane = useRef<HTMLDivElement>(null)
  const promptField = useRef<HTMLTextAreaElement>(null)
  const isPhone = layout === 'phone'

  function look(id: EntryId | null): void {
    view.look(id)
    panes.setSheetOpen(false)
    panes.showPhoneTab('chat')
  }

  function showInspector(tab: InspectorTab): void {
    panes.showInspectorTab(tab)
    if (layout === 'phone') panes.showPhoneTab(tab)
    else if (layout === 'tablet') panes.setSheetOpen(true)
    else panes.setInspectorOpen(true)
  }

  function toggleInspector(): void {
    if (layout === 'tablet') panes.setSheetOpen(!panes.sheetOpen)
    else if (layout === 'desk') panes.setInspectorOpen(!panes.inspectorOpen)
  }

  useSessionKeys({
    onMine: view.goToMine,
    onTree: () => {
      if (isPhone) panes.showPhoneTab('tree')
      // Only a row takes the keyboard: the tree itself comes first in the page, but has no place among the tab stops.
      treePane.current?.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')?.focus()
    },
    onContext: () => {
      const isShown = layout === 'desk' ? panes.inspectorOpen : panes.sheetOpen
      if (isShown && panes.inspectorTab === 'context') toggleInspector()
      else showInspector('context')
    },
    onWrite: () => promptField.current?.focus(),
    onKeys: () => setShowingKeys(true),
  })

  const lookedId = useLooked(view)
  useSayLooked(lookedId)
  useFollowBegan(() => {
    panes.setSheetOpen(false)
    panes.showPhoneTab('chat')
  })
  useOwnPresence()
  const inspector = (onClose: () => void) => (
    <Inspector
      lookedId={lookedId}
      tab={panes.inspectorTab}
      onTab={panes.showInspectorTab}
      onView={look}
      onClose={onClose}
    />
  )
  const isDeskInspector = layout === 'desk' && panes.inspectorOpen

  return (
    <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[var(--bar)_minmax(0,1fr)_auto] overflow-hidden">
      <TopBar
        title={title}
        layout={layout}
        onView={look}
        onShowSaved={() => setShowingSaved(true)}
        onShare={() => setSharing(true)}
        onShowKeys={() => setShowingKeys(true)}
        onShowRuns={() => showInspector('people')}
        onToggleInspector={toggleInspector}
      />
      <div
        className="grid min-h-0 grid-rows-1"
        style={{
          gridTemplateColumns: isPhone
            ? 'minmax(0, 1fr)'
            : `var(--pane-tree) minmax(0, 1fr)${isDeskInspector ? ' var(--pane-inspector)' : ''}`,
        }}
      >
        <Pane
          as="div"
          isStacked={isPhone}
          isShown={panes.phoneTab === 'tree'}
          className="border-r border-line bg-sunken"
        >
          <div ref={treePane} className="h-full min-h-0">
            <TreePane session={session} viewId={view.viewId} onView={look} onContinueHere={view.continueHere} />
          </div>
        </Pane>
        <Pane
          as="main"
          name="Conversation"
          isStacked={isPhone}
          isShown={panes.phoneTab === 'chat'}
          className="grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto_auto]"
        >
          <CrumbBar view={view} lookedId={lookedId} />
          <FollowFrame>
            <Transcript
              session={session}
              viewId={view.viewId}
              onView={view.look}
              onFork={view.beginFork}
              onContinueHere={view.continueHere}
            />
          </FollowFrame>
          <Notices onShow={() => setShowingSaved(true)} lookedId={lookedId} onLook={look} />
          <Composer view={view} field={promptField} onShowContext={() => showInspector('context')} />
        </Pane>
        {isDeskInspector && (
          <Pane as="aside" name="Inspector" isStacked={false} isShown className="border-l border-line bg-surface">
            {inspector(toggleInspector)}
          </Pane>
        )}
        {isPhone && (
          <>
            <Pane as="section" name="Context" isStacked isShown={panes.phoneTab === 'context'} className="bg-surface">
              <LookedContext lookedId={lookedId} onView={look} />
            </Pane>
            <Pane as="section" name="People" isStacked isShown={panes.phoneTab === 'people'} className="bg-surface">
              <PeoplePanel onView={look} />
            </Pane>
          </>
        )}
      </div>
      {isPhone && <PhoneTabs tab={panes.phoneTab} onTab={panes.showPhoneTab} />}
      {layout === 'tablet' && (
        <Sheet open={panes.sheetOpen} onOpenChange={panes.setSheetOpen} title="Context and people">
          {inspector(() => panes.setSheetOpen(false))}
        </Sheet>
      )}
      <SavedDialog open={showingSaved} onOpenChange={setShowingSaved} onLook={look} />
      <ShareDialog open={sharing} onOpenChange={setSharing} session={session.id} role={role} />
      <KeyboardMap open={showingKeys} onOpenChange={setShowingKeys} />
      <StatusRegion />
    </div>
  )
}

/** The session's own name, else the one the server keeps; also in the window's title. */
function useTitle(storedTitle: string | undefined): string {
  const { index } = useTree()
  const title = index.sessionName() ?? storedTitle ?? 'Untitled session'
  useEffect(() => {
    document.title = `${withVisibleControls(title)} · Coppice`
    return () => {
      document.title = 'Coppice'
    }
  }, [title])
  return title
}
