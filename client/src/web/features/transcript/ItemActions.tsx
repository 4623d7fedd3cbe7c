// What can be done with an entry, and the switch between it and its siblings. Lies over the item's upper right corner:
// the actions appear on hover and focus, and neither they nor a new sibling move anything.
import type { EntryId } from '@coppice/shared'
import { Check, ChevronLeft, ChevronRight, Copy, CornerDownRight, GitFork, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { withVisibleControls } from '../tree/visible-controls.ts'
import { LabelAction } from './LabelAction.tsx'
import { siblingsOf } from './siblings.ts'
import { useTools } from './transcript-context.ts'
import { useCopy } from './use-copy.ts'

interface ItemActionsProps {
  readonly id: EntryId
  readonly isPrompt: boolean
  readonly text: string
}

export function ItemActions({ id, isPrompt, text }: ItemActionsProps) {
  const { index, fork, continueHere } = useTools()
  const label = index.labelOf(id)
  return (
    <div className="item-corner">
      <div className="item-actions">
        <Action
          label={isPrompt ? 'Ask again: a new branch beside this prompt' : 'Fork: a new branch from here'}
          shortcut="f"
          onClick={() => fork(id)}
        >
          <GitFork size={14} />
        </Action>
        <Action label="Continue here" shortcut="l" onClick={() => continueHere(id)}>
          <CornerDownRight size={14} />
        </Action>
        <LabelAction id={id} />
        <CopyAction text={text} />
      </div>
      {label !== undefined && (
        <span className="item-label" title={`Label: ${withVisibleControls(label)}`}>
          <Star size={12} fill="currentColor" aria-hidden />
          <bdi>{withVisibleControls(label)}</bdi>
        </span>
      )}
      <SiblingSwitch id={id} />
    </div>
  )
}

interface ActionProps {
  readonly label: string
  readonly shortcut?: string
  readonly onClick: () => void
  readonly disabled?: boolean
  readonly children: ReactNode
}

function Action({ label, shortcut, onClick, disabled = false, children }: ActionProps) {
  return (
    <button
      type="button"
      className="item-action"
      aria-label={label}
      aria-keyshortcuts={shortcut}
      title={shortcut === undefined ? label : `${label}  ${shortcut}`}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

function CopyAction({ text }: { readonly text: string }) {
  const [copied, copy] = useCopy()
  return (
    <Action label={copied ? 'Copied' : 'Copy the text'} onClick={() => copy(text)}>
      {copied ? <Check size={14} /> : <Copy size={14} />}
    </Action>
  )
}

/** ‹ 2 / 3 ›: the same width for as many siblings as a fork will have. */
function SiblingSwitch({ id }: { readonly id: EntryId }) {
  const { index, turnTo } = useTools()
  const siblings = siblingsOf(index, id)
  if (siblings === undefined) return null
  const { ids, at } = siblings
  const before = ids[at - 1]
  const after = ids[at + 1]
  return (
    <div className="siblings num" role="group" aria-label={`Branch ${at + 1} of ${ids.length}`}>
      <Action
        label="Branch before this one"
        shortcut="["
        disabled={before === undefined}
        onClick={() => before !== undefined && turnTo(before)}
      >
        <ChevronLeft size={14} />
      </Action>
      <span>
        {at + 1} / {ids.length}
      </span>
      <Action
        label="Branch after this one"
        shortcut="]"
        disabled={after === undefined}
        onClick={() => after !== undefined && turnTo(after)}
      >
        <ChevronRight size={14} />
      </Action>
    </div>
  )
}
