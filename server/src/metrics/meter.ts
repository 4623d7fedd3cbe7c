// What the rest of the server measures, as an interface: whoever measures knows nothing of how it is kept or shown.
import type { ErrorCode } from '@coppice/shared'

/** Durations in ms of a monotonic clock. */
export interface Meter {
  /** A batch is in the log, after all its tries. */
  committed(ms: number): void
  /** One try of a commit failed. */
  commitFailed(): void
  /** An update of a connection was decided, whatever the decision. */
  decided(ms: number): void
  /** A connection was told what it lacks: so many bytes, made and queued in this time. */
  joined(bytes: number, ms: number): void
  /** A room is live. */
  loaded(ms: number): void
  /** A request, a frame or a connection was refused. */
  refused(code: ErrorCode): void
  /** A run has begun. */
  runStarted(): void
}

/** Measures nothing: for tests and whoever does not ask. */
export const NO_METER: Meter = {
  committed: () => undefined,
  commitFailed: () => undefined,
  decided: () => undefined,
  joined: () => undefined,
  loaded: () => undefined,
  refused: () => undefined,
  runStarted: () => undefined,
}
