// A client of nothing but ws and yjs that understands `saved`: it writes entries and knows which were acknowledged.
import { decodeSaved, decodeSyncFrame, encodeSyncFrame, MESSAGE } from '@coppice/shared'
import * as decoding from 'lib0/decoding'
import { WebSocket, type RawData } from 'ws'
import * as Y from 'yjs'
import { closeAtEnd } from '../support/close-at-end.ts'
import { userEntry } from '../support/entries.ts'

export interface AckedWriter {
  readonly ready: Promise<void>
  /** Ids that the server said are saved. */
  readonly acked: ReadonlySet<string>
  readonly written: readonly string[]
  write(text: string): void
  close(): void
}

export function ackedWriter(server: { url: string; token: string }, session: string, author: string): AckedWriter {
  const doc = new Y.Doc()
  const acked = new Set<string>()
  const written: string[] = []
  /** Id of the entry in each sync frame of ours, from frame 1; step 2 frames carry none. */
  const frames: (string | undefined)[] = []
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>()
  const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}/ws/${session}?v=1&token=${server.token}`)
  const send = (frame: Uint8Array): void => {
    if (socket.readyState === socket.OPEN) socket.send(frame)
  }
  socket.binaryType = 'nodebuffer'
  // reason: the server is killed under it; what matters is what it said before
  socket.on('error', () => undefined)
  socket.on('open', () => send(encodeSyncFrame('sync', 'step1', Y.encodeStateVector(doc))))
  socket.on('message', (data: RawData) => {
    const decoder = decoding.createDecoder(new Uint8Array(data as Buffer))
    const type = decoding.readVarUint(decoder)
    if (type === MESSAGE.saved) {
      for (const id of frames.slice(0, decodeSaved(decoder).frames)) if (id !== undefined) acked.add(id)
    } else if (type === MESSAGE.sync) {
      const { kind, payload } = decodeSyncFrame(decoder)
      if (kind === 'step1') {
        frames.push(undefined)
        send(encodeSyncFrame('sync', 'step2', Y.encodeStateAsUpdate(doc, payload)))
        isReady()
      } else Y.applyUpdate(doc, payload, 'server')
    }
  })
  const close = closeAtEnd(() => socket.terminate())
  let id = ''
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin === 'server') return
    frames.push(id)
    send(encodeSyncFrame('sync', 'update', update))
  })
  return {
    ready,
    acked,
    written,
    write: (text) => {
      const entry = userEntry(author, null, text)
      id = entry.id
      written.push(id)
      doc.getMap('entries').set(id, entry)
    },
    close,
  }
}
