// What I look at and where I will write: the one place that holds it. Local; what
// the others hear of it is for `features/follow`.
import type { EntryId } from '@coppice/shared'
import { useMemo, useState } from 'react'
import { toast } from 'sonner'
import { useLeaf, useSession, useTree } from '../../../react/index.ts'
import { errorWords } from '../../words/error-words.ts'
import { forkFrom, type Fork } from '../compose/target.ts'

export interface SessionView {
  /** What I look at; null: my leaf. */
  readonly viewId: EntryId | null
  /** Where I stand. */
  readonly leafId: EntryId | null
  /** The place the next prompt is forked from, when that is not where I stand. */
  readonly fork: Fork | undefined
  /** Looks at an entry. Moves nobody, not even me. */
  readonly look: (id: EntryId | null) => void
  /** Looks at where I stand. */
  readonly goToMine: () => void
  /** Stands on an entry. */
  readonly continueHere: (id: EntryId) => void
  /** The composer takes up a fork from an entry. Nothing is written until it is sent. */
  readonly beginFork: (id: EntryId) => void
  readonly endFork: () => void
}

export function useSessionView(): SessionView {
  const session = useSession()
  const leafId = useLeaf()
  const [chosenId, setChosenId] = useState<EntryId | null>(null)
  const [fork, setFork] = useState<Fork>()
  const { index } = useTree()
  // What is not in the tree (any more) cannot be looked at: then it is my own place one sees.
  const viewId = chosenId === null || chosenId === leafId || !index.has(chosenId) ? null : chosenId

  const actions = useMemo(
    () => ({
      look: (id: EntryId | null) => setChosenId(id === session.leaf.get() ? null : id),
      goToMine: () => setChosenId(null),
      continueHere: (id: EntryId) => {
        try {
          session.moveTo(id)
          setChosenId(null)
          setFork(undefined)
        } catch (error) {
          toast.error('You still stand where you were', { description: errorWords(error) })
        }
      },
      beginFork: (id: EntryId) => {
        const begun = forkFrom(session.tree.get().index, id)
        if (begun === undefined) return
        // To continue from where one stands is no fork: the composer goes there anyway.
        const isMine = begun.parentId === session.leaf.get() && begun.text === ''
        setFork(isMine ? undefined : begun)
        if (begun.parentId !== null) setChosenId(begun.parentId)
      },
      endFork: () => {
        setFork(undefined)
        setChosenId(null)
      },
    }),
    [session],
  )
  return useMemo(() => ({ viewId, leafId, fork, ...actions }), [viewId, leafId, fork, actions])
}
