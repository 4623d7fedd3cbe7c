// Where several people write one prompt: says where it will go and who is in it, and sends it, once.
import type { EntryId } from '@coppice/shared'
import { CornerDownLeft, Trash2 } from 'lucide-react'
import { lazy, Suspense, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import {
  useContextOf,
  useHello,
  usePeople,
  usePresence,
  useReplies,
  useSession,
  useStatus,
  useTree,
} from '../../../react/index.ts'
import type { PromptDraft } from '../../../sdk/types.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Chip, ChipButton } from '../../ui/Chip.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { shortTokens } from '../../words/number-words.ts'
import { useContextTokens } from '../context/use-context-tokens.ts'
import { shownPerson } from '../people/find-person.ts'
import type { DraftPlace } from './draft-store.ts'
import { draftsIn } from './session-drafts.ts'
import { DiscardShared } from './DiscardShared.tsx'
import { addToDraft, sharedIn } from './shared-prompts.ts'
import { othersIn, typistName, useOthersTyped } from './shared-typing.ts'
import { SharedLine } from './SharedLine.tsx'
import { TargetLine } from './TargetLine.tsx'
import { awaitedReply, targetOf, targetWords, WAIT_WORDS } from './target.ts'
import { useSharedSending } from './use-shared-sending.ts'
import { useWriting } from './use-writing.ts'

const SharedField = lazy(async () => ({ default: (await loadSharedField()).SharedField }))

/** Loads the editor, so that it is there when it is wanted. */
export function loadSharedField() {
  return import('./SharedField.tsx')
}

interface SharedComposerProps {
  readonly prompt: PromptDraft
  /** Where my private draft of this place is. */
  readonly place: DraftPlace
  readonly isElsewhere: boolean
  readonly modeChoice: ReactNode
  readonly onShowContext: () => void
  /** Asked once, when the field is there: whether the keyboard goes to it. */
  readonly claimFocus: () => boolean
  /** It goes away, and whether the keyboard was in it. */
  readonly onGone: (hadFocus: boolean) => void
  /** It is in the tree, and I stand on it. */
  readonly onSent: (id: EntryId) => void
}

export function SharedComposer(props: SharedComposerProps) {
  const { prompt, place, isElsewhere, modeChoice, onShowContext, claimFocus, onGone, onSent } = props
  const session = useSession()
  const { index, synced } = useTree()
  const status = useStatus()
  const peers = usePresence()
  const people = usePeople()
  const me = useHello()?.participant.id
  const [discarding, setDiscarding] = useState(false)
  const live = session.promptText(prompt.id)
  // Without a connection there is none; what was seen last stays to be read.
  const [held, hold] = useState(live)
  if (live !== undefined && live !== held) hold(live)
  const text = live ?? held
  const isLive = live !== undefined && status.state === 'live'
  const isAnswering = awaitedReply(useReplies(), prompt.parentId, status) !== undefined
  const enterSends = !useMedia('(pointer: coarse)')
  const target = targetOf(index, prompt.parentId, synced)
  const tokens = useContextTokens(useContextOf(prompt.parentId))
  const sayWriting = useWriting()
  const others = othersIn({ prompt, peers, me })
  const canSend = isLive && !prompt.sending && !isAnswering && prompt.text.trim() !== ''
  const sending = useSharedSending({
    promptId: prompt.id,
    canSend,
    othersTyped: useOthersTyped(text),
    typist: () => typistName({ prompt, peers, people, me }),
    onSent: () => onSent(prompt.id),
  })

  const form = useRef<HTMLFormElement>(null)
  const gone = useEffectEvent(onGone)
  useLayoutEffect(() => {
    const element = form.current
    return () => gone(element?.contains(document.activeElement) === true)
  }, [])

  return (
    <form
      ref={form}
      aria-label="Shared prompt"
      className="px-6 pt-2.5 pb-4 max-tablet:px-3 max-tablet:pb-3"
      onSubmit={(event) => {
        event.preventDefault()
        sending.press()
      }}
    >
      <div className="mx-auto max-w-(--column) rounded-xl border border-line-strong bg-surface shadow-float has-[.cm-focused]:border-focus has-[.cm-focused]:outline has-[.cm-focused]:outline-focus">
        <TargetLine
          target={target}
          isElsewhere={isElsewhere}
          waits={isAnswering ? WAIT_WORDS : undefined}
          staysHere={undefined}
          onCancel={undefined}
          onAnswer={undefined}
        />
        <SharedLine
          isLive={isLive}
          isSending={prompt.sending && !sending.busy}
          draft={draftsIn(session).load(place)}
          onOffer={(draft) => {
            if (live === undefined) return
            live.insert(live.length, live.length === 0 ? draft : `\n\n${draft}`)
            draftsIn(session).throwAway(place, draft, 'shared')
          }}
          onCopy={() => {
            addToDraft(draftsIn(session), prompt.parentId, text?.toJSON() ?? prompt.text)
            sharedIn(session).leave(prompt.id)
          }}
        />
        {text !== undefined && (
          <Suspense
            fallback={<div className="min-h-[52px] px-3.5 pt-1.5 text-prose whitespace-pre-wrap">{prompt.text}</div>}
          >
            <SharedField
              key={prompt.id}
              promptId={prompt.id}
              text={text}
              undo={session.promptUndo(prompt.id)}
              label={`Shared prompt, ${targetWords(target)}`}
              placeholder="Write a prompt together"
              canType={isLive}
              claimFocus={claimFocus}
              enterSends={enterSends}
              onSend={sending.press}
              onTyped={sayWriting}
            />
          </Suspense>
        )}
        <div className="flex items-center gap-1.5 p-2 pl-2.5">
          <Chip className="max-tablet:hidden">
            <span className="font-medium text-ink">Demo model</span>
          </Chip>
          <ChipButton
            className="num max-[430px]:hidden"
            title="What the model will be given with this prompt"
            onClick={onShowContext}
          >
            {tokens === undefined ? 'Weighing the context' : `≈ ${shortTokens(tokens)} tokens`}
          </ChipButton>
          {modeChoice}
          <ul aria-label="Others in this prompt" className="flex items-center">
            {others.map(({ user }) => (
              <li key={user.id} className="-ml-1 flex first:ml-1">
                <Avatar person={shownPerson(user)} size="sm" ring />
              </li>
            ))}
          </ul>
          <span className="ml-auto" />
          <IconButton
            label="Discard shared prompt"
            size="sm"
            icon={<Trash2 size={15} aria-hidden />}
            disabled={!isLive || prompt.sending}
            onClick={() => setDiscarding(true)}
          />
          <span className="relative">
            <Button type="submit" look="primary" busy={sending.busy} disabled={!canSend && !sending.busy}>
              {/* The line above the text says it too, and here is no room for it. */}
              <span>
                Send
                {target.kind === 'branches' && <span className="max-[430px]:only-spoken"> as a new branch</span>}
              </span>
              {enterSends && <CornerDownLeft size={14} aria-label="(Enter)" className="opacity-80" />}
            </Button>
            {/* Over the field: nothing moves under the finger that presses again. */}
            <span
              role="status"
              className="pointer-events-none absolute right-0 bottom-full z-10 mb-2 whitespace-nowrap"
            >
              {sending.warnedOf !== undefined && (
                <span className="block max-w-[calc(100vw-3rem)] truncate rounded-md border border-line-strong bg-raised px-2.5 py-1 text-xs font-medium text-warn shadow-over">
                  {sending.warnedOf} is typing. Press again to send anyway.
                </span>
              )}
            </span>
          </span>
        </div>
      </div>
      <DiscardShared prompt={prompt} others={others} open={discarding} onOpenChange={setDiscarding} />
    </form>
  )
}
