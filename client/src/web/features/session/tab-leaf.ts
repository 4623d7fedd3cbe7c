// Where this tab stands in a session, so that a reload finds it there even when another tab moved on.
import { entryIdSchema, type EntryId, type SessionId } from '@coppice/shared'
import { z } from 'zod'

const keptSchema = z.object({ leafId: entryIdSchema.nullable() })

/** What of the tab's storage is needed. */
type TabStorage = Pick<Storage, 'getItem' | 'setItem'>

function keyOf(session: SessionId): string {
  return `coppice.leaf.${session}`
}

/** Undefined when this tab was not in the session yet. */
export function readTabLeaf(session: SessionId, storage: () => TabStorage = tabStorage): EntryId | null | undefined {
  try {
    const raw = storage().getItem(keyOf(session))
    return raw === null ? undefined : keptSchema.safeParse(JSON.parse(raw)).data?.leafId
  } catch (error) {
    console.info('Where this tab stood is not known.', error)
    return undefined
  }
}

export function keepTabLeaf(session: SessionId, leafId: EntryId | null, storage: () => TabStorage = tabStorage): void {
  try {
    storage().setItem(keyOf(session), JSON.stringify({ leafId }))
  } catch (error) {
    console.info('Where this tab stands is not remembered.', error)
  }
}

function tabStorage(): TabStorage {
  return window.sessionStorage
}
