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
  /** Whether an entry is in the copy in use, or in quarantine already. */
  readonly isHere: (id: EntryId) => boolean
  readonly nowMs: number
}

/**
 * Forgets each copy once what was in it is safe. One that another tab still uses stays as it is: that tab brings its
 * work up itself. Rejects with a StoreError.
 */
export async function sweepStale(stale: SessionCard['stale'], sweep: Sweep): Promise<void> {
  // Not while another tab writes again what is in quarantine.
  for (const copy of stale) await sweep.device.exclusively('replay', () => sweepOne(copy, sweep))
}

async function sweepOne(
  copy: SessionCard['stale'][number],
  { store, nameOf, device, me, isHere, nowMs }: Sweep,
): Promise<void> {
  const name = nameOf(copy)
  const doc = new Y.Doc()
  let found: readonly Entry[] = []
  try {
    const kept = await store.openDoc(name, doc, () => undefined)
    await kept.close()
    const saved = new Map(await device.savedClocks(name))
    const mine = [...entriesSince(doc, saved)].filter(({ entry }) => entry.author === me && !isHere(entry.id))
    found = mine.map(({ entry }) => entry)
    const reason = new SessionError('out_of_step', 'It was written in a copy of the session that had to be given up.')
    // What the device did not write down is safe in the copy alone.
    if (!(await device.quarantine.put(...quarantineEntries(found, reason, { known: () => undefined, nowMs })))) return
  } finally {
    doc.destroy()
  }
  if (!(await store.deleteDoc(name))) {
    await device.quarantine.remove(...found.map(({ id }) => id))
    return
  }
  await device.forgetSavedClocks(name)
  await device.forgetStale(copy)
}
