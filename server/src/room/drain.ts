// The end of all sockets when the server stops: over a spread, so that not everyone comes back in the same moment.
import type { Peer } from './peer.ts'
import type { Room } from './room.ts'

/** Each socket adds so much to the spread: one or two go at once, a hundred over a second. */
const SPREAD_PER_SOCKET_MS = 10
const MAX_SPREAD_MS = 1_000

/**
 * Dismisses everyone who is connected to these rooms, each at a random moment of the spread. Resolves when the spread
 * is over; who came meanwhile is dismissed then.
 * @param random numbers in [0, 1)
 */
export async function dismissOverSpread(rooms: readonly Room[], random: () => number): Promise<void> {
  const peers = rooms.flatMap((room) => room.peers().map((peer): readonly [Room, Peer] => [room, peer]))
  const spreadMs = Math.min(MAX_SPREAD_MS, peers.length * SPREAD_PER_SOCKET_MS)
  await Promise.all(
    peers.map(
      ([room, peer]) =>
        new Promise<void>((resolve) => {
          setTimeout(() => {
            room.dismiss(peer)
            resolve()
          }, random() * spreadMs)
        }),
    ),
  )
  for (const room of rooms) room.dismissAll()
}
