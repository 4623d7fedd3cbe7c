// A client as an application has it: a product's own provider with a Y.Doc.
import { pathToFileURL } from 'node:url'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import type { Wire } from '../contenders.ts'
import { HOCUSPOCUS_PROVIDER } from '../peers.ts'
import './one-yjs.ts'
import { BenchSocket } from './bench-socket.ts'
import type { Target } from './target.ts'

export interface FullClient {
  readonly doc: Y.Doc
  readonly entries: Y.Map<unknown>
  readonly text: Y.Text
  readonly synced: Promise<void>
  close(): void
}

export type OpenFullClient = (target: Target) => FullClient

/** As much of Hocuspocus' provider as is used here. */
interface HocuspocusModule {
  readonly HocuspocusProviderWebsocket: new (options: object) => { destroy(): void }
  readonly HocuspocusProvider: new (options: object) => {
    attach(): void
    destroy(): void
    on(event: 'synced', listener: () => void): void
  }
}

/** Loads what a wire needs; the function it gives connects at once. */
export async function fullClients(wire: Wire): Promise<OpenFullClient> {
  if (wire === 'y-websocket') return openYWebsocket
  const hocuspocus = (await import(pathToFileURL(HOCUSPOCUS_PROVIDER).href)) as HocuspocusModule
  return (target) => openHocuspocus(hocuspocus, target)
}

function openYWebsocket({ url, room, params }: Target): FullClient {
  const doc = new Y.Doc()
  const provider = new WebsocketProvider(url, room, doc, {
    params: { ...params },
    WebSocketPolyfill: BenchSocket as unknown as typeof globalThis.WebSocket,
    disableBc: true,
  })
  const synced = new Promise<void>((resolve) => provider.once('sync', () => resolve()))
  return { ...contentOf(doc), synced, close: () => (provider.destroy(), doc.destroy()) }
}

function openHocuspocus({ HocuspocusProviderWebsocket, HocuspocusProvider }: HocuspocusModule, target: Target) {
  const doc = new Y.Doc()
  const socket = new HocuspocusProviderWebsocket({ url: target.url, WebSocketPolyfill: BenchSocket })
  const provider = new HocuspocusProvider({ websocketProvider: socket, name: target.room, document: doc })
  const synced = new Promise<void>((resolve) => provider.on('synced', resolve))
  provider.attach()
  return { ...contentOf(doc), synced, close: () => (provider.destroy(), socket.destroy(), doc.destroy()) }
}

function contentOf(doc: Y.Doc): Pick<FullClient, 'doc' | 'entries' | 'text'> {
  return { doc, entries: doc.getMap('entries'), text: doc.getText('stream') }
}
