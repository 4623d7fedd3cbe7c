// What the metrics count at the moment somebody asks.
import type { LiveNumbers } from './metrics.ts'

interface CountedRoom {
  readonly bufferedBytes: number
  readonly lag: { readonly items: number; readonly oldestMs: number }
}

export function countLive(registry: { live(): Iterable<CountedRoom> }, connections: number, runs: number): LiveNumbers {
  const rooms = [...registry.live()]
  return {
    rooms: rooms.length,
    connections,
    runs,
    bufferedBytes: rooms.reduce((sum, room) => sum + room.bufferedBytes, 0),
    waitingItems: rooms.reduce((sum, room) => sum + room.lag.items, 0),
    oldestWaitMs: rooms.reduce((most, room) => Math.max(most, room.lag.oldestMs), 0),
  }
}
