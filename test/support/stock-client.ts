// A client of nothing but yjs, y-websocket and ws, as a stranger would write it.
import { WebSocket } from 'ws'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import { closeAtEnd } from './close-at-end.ts'

export interface StockClient {
  readonly doc: Y.Doc
  readonly entries: Y.Map<Record<string, unknown>>
  readonly provider: WebsocketProvider
  readonly closes: number[]
  readonly synced: Promise<void>
  close(): void
}

export interface StockOptions {
  readonly url: string
  readonly session: string
  /** Query of the socket's URL: a ticket or a token. */
  readonly params: Record<string, string>
  readonly doc?: Y.Doc
}

export function stockClient(options: StockOptions): StockClient {
  const doc = options.doc ?? new Y.Doc()
  const provider = new WebsocketProvider(`${options.url.replace(/^http/, 'ws')}/ws`, options.session, doc, {
    params: options.params,
    WebSocketPolyfill: WebSocket as unknown as typeof globalThis.WebSocket,
    disableBc: true,
  })
  const closes: number[] = []
  provider.on('connection-close', (event) => {
    if (event !== null) closes.push(event.code)
  })
  const close = closeAtEnd(() => provider.destroy())
  return {
    doc,
    entries: doc.getMap('entries'),
    provider,
    closes,
    synced: new Promise((resolve) => {
      provider.on('sync', (isSynced: boolean) => {
        if (isSynced) resolve()
      })
    }),
    close,
  }
}
