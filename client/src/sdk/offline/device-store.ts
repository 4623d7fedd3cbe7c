// What the SDK keeps on the device it runs on, so that a session opens without the server: documents, update by
// update, and small facts beside them. Implementations: a browser's (IndexedDB), Node's (one file), and memory's.
import type * as Y from 'yjs'

export interface DeviceStore {
  /**
   * Brings what is kept under this name into the doc, in one transaction whose origin is the KeptDoc, and from then on
   * keeps every change of the doc, and everything it held before. Changes that another tab of this device makes under
   * the same name arrive in the doc as well, with the same origin. Rejects with a StoreError when nothing can be kept;
   * later trouble is told once through `onTrouble`, after which nothing more is kept.
   */
  openDoc(name: string, doc: Y.Doc, onTrouble: (error: StoreError) => void): Promise<KeptDoc>
  /** Forgets a doc, unless somebody on this device has it open; then it stays, and the answer is false. */
  deleteDoc(name: string): Promise<boolean>
  readonly facts: Facts
  /**
   * Runs `task` while nobody else on this device, in no other tab, runs one under this name. Where the platform has no
   * locks (Web Locks need a secure page) it keeps to this page.
   */
  exclusively<T>(name: string, task: () => Promise<T>): Promise<T>
  /** Calls back when another tab changed a fact whose key begins with this. Where tabs cannot be heard, never. */
  onFacts(prefix: string, listener: () => void): () => void
  close(): void
}

export interface KeptDoc {
  /** Resolves when every change made so far is written. Rejects with the StoreError of what failed. */
  flush(): Promise<void>
  /** Stops keeping the doc. Changes made before the call are still written. The doc itself stays. */
  close(): Promise<void>
}

export type ChangeFact = (before: unknown, key: string) => unknown

/** Plain JSON values by key. Each call is one transaction; it rejects with a StoreError. */
export interface Facts {
  /** Undefined when there is none. */
  get(key: string): Promise<unknown>
  /** Undefined forgets the key. */
  set(key: string, value: unknown): Promise<void>
  /** Sets several at once: all, or none. */
  setAll(values: readonly (readonly [key: string, value: unknown])[]): Promise<void>
  /** All keys that begin with the prefix, with their values, in the order of the keys. */
  list(prefix: string): Promise<readonly (readonly [key: string, value: unknown])[]>
  /** Replaces a value by what `change` makes of it; nobody writes in between. Resolves with the new value. */
  update(key: string, change: (before: unknown) => unknown): Promise<unknown>
  /**
   * As `update`, for several keys: all, or none. A value that `change` gives back stays as it is. Resolves with the keys
   * whose values are others now.
   */
  updateAll(keys: readonly string[], change: ChangeFact): Promise<readonly string[]>
}

/** `refused`: the platform lets nothing be kept. `full`: no room. `lost`: it was taken away while in use. */
export type StoreTrouble = 'refused' | 'full' | 'lost'

export class StoreError extends Error {
  readonly trouble: StoreTrouble

  constructor(trouble: StoreTrouble, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreError'
    this.trouble = trouble
  }
}
