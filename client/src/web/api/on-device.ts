// Which sessions lie on this device. The store itself is loaded when it is needed: a list that is shown needs less.
import type { ParticipantId } from '@coppice/shared'
import type { SessionCard } from '../../sdk/offline/seat.ts'

/** Never rejects: a device that keeps nothing has none. */
export async function cardsOnDevice(participant: ParticipantId): Promise<readonly SessionCard[]> {
  try {
    const [{ device }, { sessionsOnDevice }] = await Promise.all([
      import('./device.ts'),
      import('../../sdk/offline/seat.ts'),
    ])
    return await sessionsOnDevice(device, window.location.origin, participant)
  } catch (error) {
    console.info('This browser keeps no sessions.', error)
    return []
  }
}
