// Keeps the import's worker from running far ahead while it reads: it sleeps until enough of its slices were taken.

export type SliceWindow = Int32Array<SharedArrayBuffer>

/** Slices that wait to be taken: enough that nobody waits for the worker, and few enough to hold beside the session. */
export const AHEAD = 8

/** How many slices were taken, for both threads. */
export function newSliceWindow(): SliceWindow {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
}

/** One more was taken. */
export function noteTaken(window: SliceWindow): void {
  Atomics.add(window, 0, 1)
  Atomics.notify(window, 0)
}

/** Sleeps while `sent` slices are too many. Only for a worker: the main thread must not sleep. */
export function waitForRoom(window: SliceWindow, sent: number): void {
  for (;;) {
    const taken = Atomics.load(window, 0)
    if (sent - taken < AHEAD) return
    Atomics.wait(window, 0, taken)
  }
}
