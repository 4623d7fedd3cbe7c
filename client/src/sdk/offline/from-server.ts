// Tells the changes the server sent from those made on this device.
import { WebsocketProvider } from 'y-websocket'

/** By the transaction's origin. */
export function isFromServer(origin: unknown): boolean {
  return origin instanceof WebsocketProvider
}
