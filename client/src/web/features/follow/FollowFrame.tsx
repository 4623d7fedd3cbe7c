// The frame around the conversation while one follows somebody, in their colour, with a bar that says so and ends it.
// Lies over the conversation: nothing moves when it comes and goes.
import { X } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useStore } from '../../../react/index.ts'
import { Avatar, personHue } from '../../ui/Avatar.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import type { FollowState } from './follower.ts'
import { useFollower } from './use-follower.ts'
import { useEndFollow } from './use-end-follow.ts'

/** How long it says that somebody left. */
const LEFT_SHOWN_MS = 6_000

const BAR =
  'absolute top-2 left-1/2 z-10 flex h-7 max-w-[calc(100%-1rem)] -translate-x-1/2 items-center gap-2 rounded-full border border-line-strong bg-raised pr-3 pl-1 text-xs font-medium whitespace-nowrap text-ink shadow-float'

export function FollowFrame({ children }: { readonly children: ReactNode }) {
  const follower = useFollower()
  const state = useStore(follower.state)
  const isFollowing = state.kind === 'following'
  useEndFollow(isFollowing)
  return (
    <div className="relative grid min-h-0 grid-rows-[minmax(0,1fr)]">
      {children}
      {isFollowing && (
        <>
          <div
            aria-hidden
            data-follow-frame
            style={personHue(state.who)}
            className="pointer-events-none absolute inset-0 z-10 border-2 border-(--hue) forced-colors:border-[Highlight]"
          />
          <button type="button" className={`${BAR} cursor-pointer hover:bg-sunken`} onClick={() => follower.stop()}>
            <Avatar person={state.who} size="sm" decorative />
            <span className="truncate">
              Following {state.who.name}
              <span aria-hidden className="max-tablet:hidden">
                {' · '}
                <Kbd>Esc</Kbd>
              </span>
            </span>
            <X size={13} aria-hidden className="shrink-0 text-ink-3 tablet:hidden" />
            <span className="only-spoken">to end it</span>
          </button>
        </>
      )}
      {state.kind === 'left' && <Left key={state.who.id} state={state} />}
      <div role="status" aria-live="polite" className="only-spoken">
        {spoken(state)}
      </div>
    </div>
  )
}

function Left({ state }: { readonly state: Extract<FollowState, { kind: 'left' }> }) {
  const [isShown, setShown] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), LEFT_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  return (
    <p aria-hidden className={BAR}>
      <Avatar person={state.who} size="sm" decorative />
      <span>{state.who.name} left</span>
    </p>
  )
}

function spoken(state: FollowState): string {
  switch (state.kind) {
    case 'none':
      return ''
    case 'following':
      return `Following ${state.who.name}. Escape ends it.`
    case 'left':
      return `${state.who.name} left. You look where you looked.`
    default:
      return state satisfies never
  }
}
