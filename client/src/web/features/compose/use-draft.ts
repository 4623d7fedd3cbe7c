// The text in the composer, kept on this device at each keystroke and carried along as my leaf moves on. Nothing that
// was typed is lost: what is thrown away goes to the trash, and what comes back never takes the place of what is there.
import type { EntryId } from '@coppice/shared'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSession, useStore } from '../../../react/index.ts'
import type { Session } from '../../../sdk/types.ts'
import type { DraftPlace, DraftStore } from './draft-store.ts'
import type { TrashedDraft } from './draft-trash.ts'
import { draftStorage } from './session-drafts.ts'
import type { Fork } from './target.ts'
import { thrownAway } from './thrown-away.ts'

export interface Draft {
  readonly text: string
  /** The browser does not keep it: it is lost with the page. */
  readonly isUnkept: boolean
  /** The person changed the text. */
  readonly type: (text: string) => void
  /** The text is an entry now. */
  readonly sent: () => void
  /** The person gave up the branch it was for. */
  readonly abandon: () => void
  /** Puts a text below the one that is there. */
  readonly add: (text: string) => void
  /** Puts a text where a leaf's draft is kept; into the trash where there is one already. */
  readonly giveBack: (leafId: EntryId | null, text: string, why: TrashedDraft['why']) => void
}

interface DraftSource {
  readonly drafts: DraftStore
  readonly leafId: EntryId | null
  readonly fork: Fork | undefined
}

/**
 * The draft of where the next prompt goes. When my leaf moves down its own branch (the answer to my prompt arrived),
 * or the entry it was on is gone, the text stays; when I stand somewhere else the draft of that place comes up, and this one waits for my return.
 */
export function useDraft({ drafts, leafId, fork }: DraftSource): Draft {
  const session = useSession()
  const place = useMemo<DraftPlace>(
    () => (fork === undefined ? { kind: 'leaf', leafId } : { kind: 'fork', fromId: fork.fromId }),
    [fork, leafId],
  )
  const [text, show] = useState(() => drafts.load(place) || (fork?.text ?? ''))
  const shown = useRef({ place, text, longest: text })

  useLayoutEffect(() => {
    const before = shown.current
    if (before.place === place) return
    const stored = drafts.load(place)
    let next = stored || (fork?.text ?? '')
    if (before.text !== '' && stored !== '' && isGone(before.place, session))
      drafts.throwAway(before.place, before.text, 'late')
    if (stored === '' && before.text !== '' && movedOn(before.place, place, session)) {
      next = before.text
      drafts.save(before.place, '')
      drafts.save(place, next)
    }
    shown.current = { place, text: next, longest: next }
    show(next)
  }, [place, drafts, session, fork])

  const put = useCallback(
    (next: string) => {
      const { place: here, longest } = shown.current
      shown.current = { place: here, text: next, longest: next.length >= longest.length ? next : longest }
      drafts.save(here, next)
      show(next)
    },
    [drafts],
  )
  const acts = useMemo(
    () => ({
      type: (next: string) => {
        const { place: here, text: before, longest } = shown.current
        const lost = thrownAway({ longest, before, after: next })
        if (lost !== undefined) drafts.trash.add({ text: lost, why: 'cleared', place: here })
        if (lost !== undefined || next === '') shown.current = { ...shown.current, longest: '' }
        put(next)
      },
      sent: () => {
        shown.current = { ...shown.current, longest: '' }
        put('')
      },
      abandon: () => {
        const { place: here, text: typed } = shown.current
        // What the fork began with is in the tree.
        drafts.throwAway(here, typed === fork?.text ? '' : typed, 'fork')
        shown.current = { place: here, text: '', longest: '' }
      },
      add: (more: string) => {
        const { text: typed } = shown.current
        put(typed.trim() === '' ? more : `${typed.trimEnd()}\n\n${more}`)
      },
      giveBack: (id: EntryId | null, given: string, why: TrashedDraft['why']) => {
        const { place: here, text: typed } = shown.current
        const there: DraftPlace = { kind: 'leaf', leafId: id }
        const isHere = here.kind === 'leaf' && here.leafId === id
        if ((isHere ? typed : drafts.load(there)) !== '') drafts.trash.add({ text: given, why, place: there })
        else if (isHere) put(given)
        else drafts.save(there, given)
      },
    }),
    [drafts, put, fork],
  )
  useStore(draftStorage().unkept)
  const isUnkept = text !== '' && drafts.isUnkept(place)
  return useMemo(() => ({ text, isUnkept, ...acts }), [text, isUnkept, acts])
}

function movedOn(from: DraftPlace, to: DraftPlace, session: Session): boolean {
  if (from.kind !== 'leaf' || to.kind !== 'leaf') return false
  if (isGone(from, session)) return true
  if (from.leafId === null || to.leafId === null) return false
  return session.tree.get().index.isAncestor(from.leafId, to.leafId)
}

/** After a refusal an entry of mine may not be in the tree any more: nobody stands there again. */
function isGone(place: DraftPlace, session: Session): boolean {
  return place.kind === 'leaf' && place.leafId !== null && !session.tree.get().index.has(place.leafId)
}
