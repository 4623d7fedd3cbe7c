// The socket all clients use: no compression, frames of any size.
import { WebSocket, type ClientOptions } from 'ws'

export const SOCKET_OPTIONS: ClientOptions = { perMessageDeflate: false, maxPayload: 2 ** 30 }

export class BenchSocket extends WebSocket {
  constructor(address: string | URL, protocols?: string | string[]) {
    super(address, protocols, SOCKET_OPTIONS)
    // reason: a client whose server was killed on purpose would end the process; what is missing is counted elsewhere
    this.on('error', () => undefined)
  }
}
