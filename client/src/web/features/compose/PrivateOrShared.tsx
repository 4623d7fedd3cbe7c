// Which composer there is at the place one writes to: the private one, or that of a shared prompt one takes part in.
// Private unless one says otherwise; nothing typed privately is ever shared by turning from one to the other.
import { mayDo } from '@coppice/shared'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { useHello, usePresence, usePrompts, useSession, useStatus, useStore } from '../../../react/index.ts'
import type { PromptDraft } from '../../../sdk/types.ts'
import { errorWords } from '../../words/error-words.ts'
import { useModeKey } from './mode-key.ts'
import { ModeChoice } from './ModeChoice.tsx'
import { PrivateComposer, type ComposerProps } from './PrivateComposer.tsx'
import { sharedIn } from './shared-prompts.ts'
import { othersIn } from './shared-typing.ts'
import { loadSharedField, SharedComposer } from './SharedComposer.tsx'
import { Invitation, SharedNewsLine } from './SharedStrip.tsx'

export function PrivateOrShared(props: ComposerProps) {
  const { view, onShowContext, field } = props
  const session = useSession()
  const shared = sharedIn(session)
  useEffect(() => shared.attach(), [shared])
  const { mine, news, returned } = useStore(shared.state)
  const prompts = usePrompts()
  const peers = usePresence()
  const hello = useHello()
  const isLive = useStatus().state === 'live'
  const [opening, setOpening] = useState(false)
  /** The keyboard goes along from one field to the other, or the next letters would be shortcuts. */
  const wantsFocus = useRef(false)
  const { fork, leafId } = view
  const parentId = fork === undefined ? leafId : fork.parentId
  const here = [...mine.values()].find((prompt) => prompt.parentId === parentId)
  const invitation =
    here === undefined ? prompts.find((prompt) => prompt.parentId === parentId && !prompt.sending) : undefined
  const canShare = isLive && hello !== undefined && mayDo(hello.role, 'append')

  async function open(): Promise<void> {
    if (!canShare || opening) return
    setOpening(true)
    try {
      const [prompt] = await Promise.all([session.openPrompt(parentId), loadSharedField()])
      wantsFocus.current = true
      shared.join(prompt)
    } catch (error) {
      toast.error('No shared prompt was opened', { description: errorWords(error) })
    } finally {
      setOpening(false)
    }
  }

  function leave(prompt: PromptDraft): void {
    wantsFocus.current = true
    shared.leave(prompt.id)
    // Nothing is in it, and nobody: it need not lie about.
    const isEmpty = isLive && prompt.text === '' && othersIn({ prompt, peers, me: hello?.participant.id }).length === 0
    // reason: what is not gone stays as an invitation, and may be discarded by hand
    if (isEmpty) session.discardPrompt(prompt.id).catch((error: unknown) => console.info('It stays open.', error))
  }

  // The private field is made anew when a text comes back into it.
  useEffect(
    () =>
      shared.state.subscribe(() => {
        if (field.current !== null && document.activeElement === field.current) wantsFocus.current = true
      }),
    [shared, field],
  )
  useLayoutEffect(() => {
    const element = field.current
    if (here !== undefined || element === null || !claimFocus() || element === document.activeElement) return
    element.focus()
    element.setSelectionRange(element.value.length, element.value.length)
  })

  function claimFocus(): boolean {
    const wants = wantsFocus.current
    wantsFocus.current = false
    return wants
  }

  const choose = (toShared: boolean): void => {
    if (!toShared && here !== undefined) leave(here)
    else if (toShared && here === undefined) void open()
  }
  useModeKey(() => choose(here === undefined))
  const choice = <ModeChoice isShared={here !== undefined} canShare={canShare} onChoose={choose} />

  return (
    <div>
      {news !== undefined && (
        <SharedNewsLine
          news={news}
          onDismiss={() => shared.dismissNews()}
          onGo={({ promptId }) => {
            view.look(promptId)
            shared.dismissNews()
          }}
        />
      )}
      {invitation !== undefined && <Invitation prompt={invitation} onJoin={() => void open()} />}
      {here === undefined ? (
        <PrivateComposer key={returned} {...props} modeChoice={choice} />
      ) : (
        <SharedComposer
          key={here.id}
          prompt={here}
          place={fork === undefined ? { kind: 'leaf', leafId } : { kind: 'fork', fromId: fork.fromId }}
          isElsewhere={fork === undefined && view.viewId !== null}
          modeChoice={choice}
          onShowContext={onShowContext}
          claimFocus={claimFocus}
          onGone={(hadFocus) => {
            wantsFocus.current ||= hadFocus
          }}
          onSent={fork === undefined ? view.goToMine : view.endFork}
        />
      )}
    </div>
  )
}
