// What a client is told in its hello of how large things may be and how often it may send.
import { MAX_CLOCK_AHEAD_MS, MAX_ENTRY_BYTES, MAX_FRAME_BYTES, MAX_SESSION_BYTES, type Hello } from '@coppice/shared'
import type { SocketLimits } from '../limits/socket-limits.ts'

export function helloLimits({ connections, rates }: SocketLimits): Hello['limits'] {
  return {
    frameBytes: MAX_FRAME_BYTES,
    entryBytes: MAX_ENTRY_BYTES,
    sessionBytes: MAX_SESSION_BYTES,
    clockAheadMs: MAX_CLOCK_AHEAD_MS,
    connections,
    rates,
  }
}
