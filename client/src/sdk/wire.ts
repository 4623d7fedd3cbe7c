// The one place that touches a real WebSocket: what the SDK needs of a connection, as a small interface.

export interface WireEvents {
  opened(): void
  /** An ArrayBuffer for a binary message; anything else is not ours. */
  received(data: unknown): void
  /** The last event, also for a connection that never opened (then 1006). */
  closed(code: number, reason: string): void
}

export interface Wire {
  send(frame: Uint8Array<ArrayBuffer>): void
  /** Ends the connection. No event comes after it. */
  close(): void
}

/** Starts to connect. Events come later, never during the call. */
export type OpenWire = (url: string, events: WireEvents) => Wire

/** Wires over the platform's WebSocket, or one that a Node program passes in. */
export function webSocketWire(WebSocketClass: typeof WebSocket): OpenWire {
  return (url, events) => {
    const socket = new WebSocketClass(url)
    socket.binaryType = 'arraybuffer'
    // Not with an AbortSignal on the listeners: Node's `ws` does not know that option.
    let ended = false
    socket.addEventListener('open', () => {
      if (!ended) events.opened()
    })
    socket.addEventListener('message', (event) => {
      if (!ended) events.received(event.data)
    })
    socket.addEventListener('close', (event) => {
      if (ended) return
      ended = true
      events.closed(event.code, event.reason)
    })
    // reason: every error is followed by a close, which says more; `ws` throws when nobody listens
    socket.addEventListener('error', () => undefined)
    return {
      send: (frame) => socket.send(frame),
      close: () => {
        ended = true
        socket.close()
      },
    }
  }
}
