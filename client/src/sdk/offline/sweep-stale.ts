// Looks through copies that were given up, for work of mine that never reached the server: another tab may have gone on
// in one, or a page was closed in the middle of a recovery. What is found goes into quarantine, to be tried again.
import { entriesSince, SessionError, type EntryId, type ParticipantId } from '@coppice/shared'
import * as Y from 'yjs'
import { quarantineEntries } from '../recovery/quarantine.ts'
import type { DeviceStore } from './device-store.ts'
import type { SessionCard } from './seat.ts'
import type { SessionDevice } from './session-device.ts'

const FOUND = 'It was written in a copy of the session that had to be given up.'

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
  const found = await takeWork(copy, sweep)
  // What the device did not write down is safe in the copy alone.
  if (found === undefined) return
  if (!(await store.deleteDoc(name))) {
    // Unless it has put them there itself by now, since its copy was refused.
    await device.quarantine.removeIf(found, ({ reason, tries }) => reason === FOUND && tries === 1)
    return
  }
  await device.forgetSavedClocks(name)
  await device.forgetStale(copy)
}

/**
 * Puts into quarantine what only this copy has. Resolves with the ids of what was not there before; undefined when the
 * device has not written all of it down.
 */
async function takeWork(
  copy: SessionCard['stale'][number],
  { store, nameOf, device, me, isInUse, nowMs }: Sweep,
): Promise<readonly string[] | undefined> {
  const name = nameOf(copy)
  const doc = new Y.Doc()
  try {
    const kept = await store.openDoc(name, doc, () => undefined)
    await kept.close()
    const saved = new Map(await device.savedClocks(name))
    const found = [...entriesSince(doc, saved)]
      .map(({ entry }) => entry)
      .filter(({ author, id }) => author === me && !isInUse(id))
    const items = quarantineEntries(found, new SessionError('out_of_step', FOUND), { known: () => undefined, nowMs })
    return await device.quarantine.putNew(...items)
  } finally {
    doc.destroy()
  }
}
