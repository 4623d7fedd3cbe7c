// Looks through copies that were given up, for work of mine that never reached the server: another tab may have gone on
// in one, or a page was closed in the middle of a recovery. What is found goes into quarantine, to be tried again.
import { entriesSince, SessionError, type Entry, type EntryId, type ParticipantId } from '@coppice/shared'
import * as Y from 'yjs'
import { quarantineEntries } from '../recovery/quarantine.ts'
import type { DeviceStore } from './device-store.ts'
import type { SessionCard } from './seat.ts'
import type { SessionDevice } from './session-device.ts'

export interface Sweep {
  readonly store: DeviceStore
  readonly nameOf: (copy: SessionCard['stale'][number]) => string
  readonly device: SessionDevice
  readonly me: ParticipantId
  /** Whether an entry is in the copy in use. */
  readonly isInUse: (id: EntryId) => boolean
  readonly nowMs: number
}

/**
 * Puts what is found into quarantine, so that it counts as unsaved from the first moment, and forgets nothing. Rejects
 * with a StoreError.
 */
export async function lookThroughStale(stale: SessionCard['stale'], sweep: Sweep): Promise<void> {
  for (const copy of stale) await takeWork(copy, sweep)
}

/**
 * Forgets each copy once what was in it is safe. One that another tab still uses stays as it is: that tab brings its
 * work up itself. Rejects with a StoreError.
 */
export async function sweepStale(stale: SessionCard['stale'], sweep: Sweep): Promise<void> {
  // Not while another tab writes again what is in quarantine.
  for (const copy of stale) await sweep.device.exclusively('replay', () => sweepOne(copy, sweep))
}

async function sweepOne(copy: SessionCard['stale'][number], sweep: Sweep): Promise<void> {
  const { store, nameOf, device } = sweep
  const name = nameOf(copy)
  const { mine, isSafe } = await takeWork(copy, sweep)
  // What the device did not write down is safe in the copy alone.
  if (!isSafe) return
  if (!(await store.deleteDoc(name))) {
    const waiting = mine.filter(({ id }) => device.quarantine.get(id)?.state === 'waiting')
    await device.quarantine.remove(...waiting.map(({ id }) => id))
    return
  }
  await device.forgetSavedClocks(name)
  await device.forgetStale(copy)
}

/** Entries of mine that only this copy and the quarantine have, and whether the device has written all of them down. */
async function takeWork(
  copy: SessionCard['stale'][number],
  { store, nameOf, device, me, isInUse, nowMs }: Sweep,
): Promise<{ readonly mine: readonly Entry[]; readonly isSafe: boolean }> {
  const name = nameOf(copy)
  const doc = new Y.Doc()
  try {
    const kept = await store.openDoc(name, doc, () => undefined)
    await kept.close()
    const saved = new Map(await device.savedClocks(name))
    const mine = [...entriesSince(doc, saved)]
      .map(({ entry }) => entry)
      .filter(({ author, id }) => author === me && !isInUse(id))
    const fresh = mine.filter(({ id }) => device.quarantine.get(id) === undefined)
    const reason = new SessionError('out_of_step', 'It was written in a copy of the session that had to be given up.')
    const items = quarantineEntries(fresh, reason, { known: () => undefined, nowMs })
    return { mine, isSafe: await device.quarantine.put(...items) }
  } finally {
    doc.destroy()
  }
}
