// What is between servers: hints that a session has grown, so that other servers read the log. One machine needs none.
import type { SessionId } from '@coppice/shared'

export interface Bus {
  /** Tells other servers that the session's log now ends at `head`. A lost hint costs time, never data. */
  announceHead(session: SessionId, head: number): void
  /** Calls back when another server announced a head. Returns the function that ends the subscription. */
  onHead(session: SessionId, listener: (head: number) => void): () => void
}

/** The bus of a single server: nobody to tell, nothing to hear. */
export const singleServerBus: Bus = {
  announceHead: () => undefined,
  onHead: () => () => undefined,
}
