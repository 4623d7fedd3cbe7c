// What a person folded or unfolded by hand, per session, kept on this device.
import type { SessionId } from '@coppice/shared'
import { useCallback, useState } from 'react'
import { z } from 'zod'

export type Folds = ReadonlyMap<string, boolean>

/** Older choices are forgotten beyond this. */
const MOST_KEPT = 400
const keptSchema = z.array(z.tuple([z.string(), z.boolean()]))

/** By row key: true for unfolded. The second value sets one; `undefined` takes the choice back. */
export function useFolds(session: SessionId): [Folds, (key: string, open: boolean | undefined) => void] {
  const [folds, setFolds] = useState(() => read(session))
  const setFold = useCallback(
    (key: string, open: boolean | undefined) =>
      setFolds((before) => {
        if (before.get(key) === open) return before
        const after = new Map(before)
        after.delete(key)
        if (open !== undefined) after.set(key, open)
        write(session, after)
        return after
      }),
    [session],
  )
  return [folds, setFold]
}

function storageKey(session: SessionId): string {
  return `coppice.folds.${session}`
}

function read(session: SessionId): Folds {
  try {
    const kept = keptSchema.safeParse(JSON.parse(localStorage.getItem(storageKey(session)) ?? '[]'))
    return new Map(kept.success ? kept.data : [])
  } catch (error) {
    console.info('Folded branches start as usual, since this page may not use its storage.', error)
    return new Map()
  }
}

function write(session: SessionId, folds: Folds): void {
  try {
    localStorage.setItem(storageKey(session), JSON.stringify([...folds].slice(-MOST_KEPT)))
  } catch (error) {
    console.info('It is not remembered which branches are unfolded.', error)
  }
}
