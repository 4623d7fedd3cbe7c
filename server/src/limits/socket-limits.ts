// What one connection, one participant and one session may ask of the server. Told to clients in the hello frame.
import type { BucketSize } from './token-bucket.ts'

/** `bytes` counts the bytes of all frames, the others count frames of their kind. */
export type RateKind = 'bytes' | 'sync' | 'desk' | 'awareness'

export interface SocketLimits {
  /** Open at once in one session: of one participant, and of everyone. */
  readonly connections: { readonly participant: number; readonly session: number }
  /** Of one connection. */
  readonly rates: Readonly<Record<RateKind, BucketSize>>
  /** All connections of a participant in a session together may have this many times the rates of one. */
  readonly participantShare: number
}

const MIB = 1024 * 1024

/** Far above what honest use needs: the SDK sends a change a frame, and carets twenty times a second. */
export const SOCKET_LIMITS: SocketLimits = {
  connections: { participant: 32, session: 1_000 },
  rates: {
    bytes: { burst: 32 * MIB, perSecond: 4 * MIB },
    sync: { burst: 5_000, perSecond: 500 },
    desk: { burst: 2_000, perSecond: 200 },
    // Stock clients repeat what they hear of others.
    awareness: { burst: 5_000, perSecond: 1_000 },
  },
  participantShare: 4,
}

const ANY: BucketSize = { burst: 1e12, perSecond: 1e12 }

/** For measuring, and for a server among people who trust each other. */
export const LIFTED_LIMITS: SocketLimits = {
  connections: { participant: 1e6, session: 1e6 },
  rates: { bytes: ANY, sync: ANY, desk: ANY, awareness: ANY },
  participantShare: 1,
}
