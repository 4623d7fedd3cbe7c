// What a device store's platform gives for one doc: rows of updates that last, and a way to be heard by the siblings
// that have the same doc open. KeptUpdates does the rest, the same for every platform.

export interface Row {
  /** Rises with every row that is added, and is never used again while somebody has the doc open. */
  readonly key: number
  readonly update: Uint8Array
}

export interface DocRows {
  /** The rows after this key (0: all), oldest first. */
  read(after: number): Promise<readonly Row[]>
  /** Adds rows in one transaction, in this order; resolves when they last. Rejects with a StoreError. */
  append(updates: readonly Uint8Array[]): Promise<void>
  /**
   * In one transaction: hands the rows after this key to `merge` and puts what it returns in place of all rows.
   * Resolves with the key of the last one. Rejects with a StoreError, and then nothing has changed.
   */
  replaceAll(after: number, merge: (news: readonly Row[]) => readonly Uint8Array[]): Promise<number>
  /** Resolves when the doc counts as closed on this device. */
  close(): Promise<void>
}

/** Carries messages to all others who listen under the same name on this device, never back to the sender. */
export interface SiblingChannel<T> {
  post(message: T): void
  close(): void
}

export type OpenChannel<T> = (name: string, heard: (message: T) => void) => SiblingChannel<T>
