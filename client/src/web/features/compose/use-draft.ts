// The text in the composer, kept on this device at each keystroke and carried along as my leaf moves on.
import type { EntryId } from '@coppice/shared'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '../../../react/index.ts'
import type { Session } from '../../../sdk/types.ts'
import type { DraftPlace, DraftStore } from './draft-store.ts'
import type { Fork } from './target.ts'

export interface Draft {
  readonly text: string
  readonly setText: (text: string) => void
  /** Puts a text where a leaf's draft is kept, unless there is one already. */
  readonly offer: (leafId: EntryId | null, text: string) => void
}

interface DraftSource {
  readonly drafts: DraftStore
  readonly leafId: EntryId | null
  readonly fork: Fork | undefined
}

/**
 * The draft of where the next prompt goes. When my leaf moves down its own branch (the answer to my prompt arrived)
 * the text stays; when I stand somewhere else the draft of that place comes up, and this one waits for my return.
 */
export function useDraft({ drafts, leafId, fork }: DraftSource): Draft {
  const session = useSession()
  const place = useMemo<DraftPlace>(
    () => (fork === undefined ? { kind: 'leaf', leafId } : { kind: 'fork', fromId: fork.fromId }),
    [fork, leafId],
  )
  const [text, show] = useState(() => drafts.load(place) || (fork?.text ?? ''))
  const shown = useRef({ place, text })

  useLayoutEffect(() => {
    const before = shown.current
    if (before.place === place) return
    const stored = drafts.load(place)
    let next = stored || (fork?.text ?? '')
    if (stored === '' && before.text !== '' && movedOn(before.place, place, session)) {
      next = before.text
      drafts.save(before.place, '')
      drafts.save(place, next)
    }
    shown.current = { place, text: next }
    show(next)
  }, [place, drafts, session, fork])

  const setText = useCallback(
    (next: string) => {
      shown.current = { ...shown.current, text: next }
      drafts.save(shown.current.place, next)
      show(next)
    },
    [drafts],
  )
  const offer = useCallback(
    (id: EntryId | null, offered: string) => {
      const { place: now, text: typed } = shown.current
      if (now.kind === 'leaf' && now.leafId === id) {
        if (typed === '') setText(offered)
      } else if (drafts.load({ kind: 'leaf', leafId: id }) === '') drafts.save({ kind: 'leaf', leafId: id }, offered)
    },
    [drafts, setText],
  )
  return { text, setText, offer }
}

function movedOn(from: DraftPlace, to: DraftPlace, session: Session): boolean {
  if (from.kind !== 'leaf' || to.kind !== 'leaf' || from.leafId === null || to.leafId === null) return false
  return session.tree.get().index.isAncestor(from.leafId, to.leafId)
}
