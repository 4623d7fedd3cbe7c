// What a server keeps on one medium: the sessions' logs and who may come in.
import type { AccessStore } from '../access/access-store.ts'
import type { SessionLog } from './session-log.ts'

export interface Storage {
  readonly log: SessionLog
  readonly access: AccessStore
  /** Commits what waits and frees the medium; calls after it reject with `storage`. Closing twice is one close. */
  close(): Promise<void>
}
