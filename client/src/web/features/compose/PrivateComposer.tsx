// Where a person writes the next prompt by themselves: says where it will go, keeps the draft, sends it, and stops the
// answer.
import { CornerDownLeft, Square } from 'lucide-react'
import { useCallback, useEffect, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import {
  useContextOf,
  useKeeping,
  useReplies,
  useSession,
  useStatus,
  useTree,
  useWaitingRuns,
} from '../../../react/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, ChipButton } from '../../ui/Chip.tsx'
import { shortTokens } from '../../words/number-words.ts'
import { useContextTokens } from '../context/use-context-tokens.ts'
import { useMedia } from '../../ui/use-media.ts'
import { stopRun } from '../people/stop-run.ts'
import type { SessionView } from '../session/session-view.ts'
import { useOffline } from '../saving/use-offline.ts'
import { GrowingField } from './GrowingField.tsx'
import { isLeaveKey, isSendKey } from './send-key.ts'
import { draftsIn } from './session-drafts.ts'
import { startAnswer } from './start-answer.ts'
import { TargetLine } from './TargetLine.tsx'
import { awaitedReply, isOpenPrompt, stayWords, targetOf, targetWords, WAIT_WORDS } from './target.ts'
import { TrashMenu } from './TrashMenu.tsx'
import { useDraft } from './use-draft.ts'
import { useRecovered } from './use-recovered.ts'
import { useSending } from './use-sending.ts'
import { useWriting } from './use-writing.ts'

export interface ComposerProps {
  readonly view: SessionView
  /** Shows the context the prompt will be sent with. */
  readonly onShowContext: () => void
  readonly field: RefObject<HTMLTextAreaElement | null>
}

interface PrivateComposerProps extends ComposerProps {
  /** Stands among the chips below the text: the choice between a private and a shared prompt. */
  readonly modeChoice?: ReactNode
}

export function PrivateComposer({ view, onShowContext, field, modeChoice }: PrivateComposerProps) {
  const session = useSession()
  const { index, synced } = useTree()
  const replies = useReplies()
  const status = useStatus()
  const { leafId, fork, endFork, goToMine } = view
  const parentId = fork === undefined ? leafId : fork.parentId
  const drafts = draftsIn(session)
  const { text, isUnkept, type, sent, abandon, add, giveBack } = useDraft({ drafts, leafId, fork })
  const { busy, send } = useSending(drafts)
  useRecovered(drafts, giveBack)
  const isOffline = useOffline() !== undefined
  const keeping = useKeeping()
  const sayWriting = useWriting()
  const enterSends = !useMedia('(pointer: coarse)')
  const run = fork === undefined ? awaitedReply(replies, leafId, status) : undefined
  const target = targetOf(index, parentId, synced)
  const isWaiting = useWaitingRuns().some((waiting) => waiting.promptId === leafId)
  const isUnanswered =
    !isWaiting && fork === undefined && run === undefined && leafId !== null && isOpenPrompt(index, leafId)
  const canSend = text.trim() !== '' && run === undefined && !busy
  const tokens = useContextTokens(useContextOf(parentId))
  const isNewSession = index.size === 0
  useEffect(() => {
    if (fork !== undefined || (isNewSession && enterSends)) field.current?.focus()
  }, [fork, field, isNewSession, enterSends])

  function submit(): void {
    if (!canSend) return
    sayWriting(false)
    void send(text, parentId, () => {
      sent()
      if (fork === undefined) goToMine()
      else endFork()
    })
  }

  const giveUp = useCallback(() => {
    abandon()
    endFork()
  }, [abandon, endFork])
  // After a refusal the entry it was forked from may be gone.
  const isLost = fork !== undefined && !index.has(fork.fromId)
  useEffect(() => {
    if (isLost) giveUp()
  }, [isLost, giveUp])

  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (enterSends && isSendKey(event.nativeEvent)) {
      event.preventDefault()
      submit()
    } else if (isLeaveKey(event.nativeEvent)) {
      if (fork !== undefined) {
        event.preventDefault()
        giveUp()
      } else if (run === undefined) {
        // While an answer is being written Escape is the first half of stopping it, and the field keeps the keyboard.
        event.currentTarget.blur()
      }
    }
  }

  return (
    <form
      className="px-6 pt-2.5 pb-4 max-tablet:px-3 max-tablet:pb-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="mx-auto max-w-(--column) rounded-xl border border-line-strong bg-surface shadow-float has-[textarea:focus-visible]:border-focus has-[textarea:focus-visible]:outline has-[textarea:focus-visible]:outline-focus">
        <TargetLine
          target={target}
          isElsewhere={fork === undefined && view.viewId !== null}
          onCancel={fork === undefined ? undefined : giveUp}
          waits={run === undefined ? undefined : WAIT_WORDS}
          staysHere={isOffline ? stayWords(keeping) : undefined}
          key={leafId}
          onAnswer={
            leafId !== null && isUnanswered && !busy && status.state === 'live'
              ? () => void startAnswer(session, leafId)
              : undefined
          }
        />
        <GrowingField
          ref={field}
          value={text}
          aria-label={`Prompt, ${targetWords(target)}`}
          placeholder={run === undefined ? 'Write a prompt' : 'Write ahead; it can be sent when the answer is done'}
          enterKeyHint={enterSends ? 'send' : 'enter'}
          onKeyDown={press}
          onBlur={() => session.setWriting(false)}
          onChange={(event) => {
            type(event.target.value)
            sayWriting(event.target.value !== '')
          }}
        />
        <p role="status" className="px-3.5 text-xs text-warn">
          {isUnkept && 'This browser does not keep your draft. Copy it before you leave this page.'}
        </p>
        <div className="flex items-center gap-1.5 p-2 pl-2.5">
          <Chip className="max-tablet:hidden">
            <span className="font-medium text-ink">Demo model</span>
          </Chip>
          <ChipButton className="num" title="What the model will be given with this prompt" onClick={onShowContext}>
            {tokens === undefined ? 'Weighing the context' : `≈ ${shortTokens(tokens)} tokens`}
          </ChipButton>
          {modeChoice}
          <TrashMenu
            trash={drafts.trash}
            onRestore={(draft) => {
              add(draft.text)
              field.current?.focus()
            }}
          />
          <span className="ml-auto" />
          {run !== undefined && (
            <Button
              icon={<Square size={12} fill="currentColor" aria-hidden />}
              onClick={() => void stopRun(session, run.runId)}
            >
              Stop
            </Button>
          )}
          {(run === undefined || text.trim() !== '') && (
            <Button type="submit" look="primary" busy={busy} disabled={!canSend && !busy}>
              {/* The line above the text says it too, and here is no room for it. */}
              <span>
                Send
                {target.kind === 'branches' && <span className="max-[430px]:only-spoken"> as a new branch</span>}
              </span>
              {enterSends && <CornerDownLeft size={14} aria-label="(Enter)" className="opacity-80" />}
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}
