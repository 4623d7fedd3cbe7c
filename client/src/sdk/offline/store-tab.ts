// The DeviceStore of one tab over what a platform gives: what is open and closed, and who hears of changed facts, is the
// same everywhere.
import { StoreError, type DeviceStore, type Facts } from './device-store.ts'
import type { DocRows, OpenChannel, SiblingChannel } from './doc-rows.ts'
import { isFromServer } from './from-server.ts'
import { KeptUpdates } from './kept-updates.ts'
import { unlessAborted } from './page-locks.ts'

export interface StoreOptions {
  /** Whether a change with this origin came from the server: sibling tabs get it from there. Default: y-websocket's. */
  readonly isFromServer?: (origin: unknown) => boolean
}

export interface StorePlatform {
  /** `lost` may be called at any time until the rows are closed. Rejects with a StoreError. */
  openRows(name: string, lost: (error: StoreError) => void): Promise<DocRows>
  /** False when somebody has the doc open. */
  deleteRows(name: string): Promise<boolean>
  readonly openChannel: OpenChannel<Uint8Array>
  readonly openFactChannel: (heard: (key: string) => void) => SiblingChannel<string>
  readonly facts: Facts
  /** Aborting gives the turn to the next and rejects with the signal's reason. */
  exclusively<T>(name: string, signal: AbortSignal, task: () => Promise<T>): Promise<T>
  /** Called when the last doc is closed. */
  close(): void
}

export function storeTab(platform: StorePlatform, options: StoreOptions = {}): DeviceStore {
  const closing = new AbortController()
  const { signal } = closing
  const docs = new Set<KeptUpdates>()
  const listeners = new Map<() => void, string>()
  const factNews = platform.openFactChannel((key) => {
    for (const [listener, prefix] of listeners) if (key.startsWith(prefix)) queueMicrotask(listener)
  })
  return {
    async openDoc(name, doc, onTrouble) {
      signal.throwIfAborted()
      const kept = new KeptUpdates({
        name,
        doc,
        onTrouble,
        openRows: (name, lost) => platform.openRows(name, lost),
        openChannel: platform.openChannel,
        isFromServer: options.isFromServer ?? isFromServer,
        closed: (kept) => docs.delete(kept),
      })
      docs.add(kept)
      return unlessAborted(signal, () => kept.whenLoaded())
    },
    async deleteDoc(name) {
      signal.throwIfAborted()
      return platform.deleteRows(name)
    },
    facts: tellingFacts(platform.facts, signal, (key) => factNews.post(key)),
    exclusively: (name, task) => platform.exclusively(name, signal, task),
    onFacts(prefix, listener) {
      const subscription = (): void => listener()
      listeners.set(subscription, prefix)
      return () => listeners.delete(subscription)
    },
    close() {
      if (signal.aborted) return
      closing.abort(new StoreError('lost', 'What this device keeps was closed. Open it again.'))
      listeners.clear()
      factNews.close()
      const ends = [...docs].map((kept) => kept.close())
      void Promise.all(ends).then(() => platform.close())
    },
  }
}

function tellingFacts(facts: Facts, closed: AbortSignal, changed: (key: string) => void): Facts {
  const telling = async <T>(keys: readonly string[], write: () => Promise<T>): Promise<T> => {
    closed.throwIfAborted()
    const result = await write()
    if (!closed.aborted) for (const key of keys) changed(key)
    return result
  }
  return {
    async get(key) {
      closed.throwIfAborted()
      return facts.get(key)
    },
    set: (key, value) => telling([key], () => facts.set(key, value)),
    setAll: (values) =>
      telling(
        values.map(([key]) => key),
        () => facts.setAll(values),
      ),
    async list(prefix) {
      closed.throwIfAborted()
      return facts.list(prefix)
    },
    update: (key, change) => telling([key], () => facts.update(key, change)),
    async updateAll(keys, change) {
      closed.throwIfAborted()
      const altered = await facts.updateAll(keys, change)
      if (!closed.aborted) for (const key of altered) changed(key)
      return altered
    },
  }
}
