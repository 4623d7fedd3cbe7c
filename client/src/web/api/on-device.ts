// Which sessions lie on this device. The store itself is loaded when it is needed: a list that is shown needs less.
import type { ParticipantId } from '@coppice/shared'
import type { SessionCard } from '../../sdk/offline/seat.ts'

export interface CardOnDevice extends SessionCard {
  /** Entries that were not accepted, and are only on this device. */
  readonly refused: number
}

/** Never rejects: a device that keeps nothing has none. */
export async function cardsOnDevice(participant: ParticipantId): Promise<readonly CardOnDevice[]> {
  try {
    const [{ device }, { refusedOnDevice, sessionsOnDevice }] = await Promise.all([
      import('./device.ts'),
      import('../../sdk/offline/seat.ts'),
    ])
    const url = window.location.origin
    const cards = await sessionsOnDevice(device, url, participant)
    return await Promise.all(
      cards.map(async (card) => ({
        ...card,
        refused: await refusedOnDevice(device, { url, session: card.hello.session }, participant),
      })),
    )
  } catch (error) {
    console.info('This browser keeps no sessions.', error)
    return []
  }
}
