// How patient a server is with a socket.

export interface SocketTimes {
  /** Between two signs of life to the client, in ms. */
  readonly keepaliveMs: number
  /** A peer that nothing was heard of for this long is gone, in ms; looked at with each keepalive. */
  readonly silentMs: number
  /** How long a reader that is behind may take in nothing, in ms. */
  readonly maxBehindMs: number
  /** Bytes that may wait for a reader before live frames are dropped, and it is behind. */
  readonly maxQueuedBytes: number
}

/**
 * The stock client gives a connection up after 30 s without a message; ping frames don't count (SY8). A silent peer is
 * gone within 34 s and one keepalive, so within 45 s (AW33).
 */
export const SOCKET_TIMES: SocketTimes = {
  keepaliveMs: 10_000,
  silentMs: 34_000,
  maxBehindMs: 60_000,
  maxQueuedBytes: 8 * 1024 * 1024,
}
