// Where a client connects to. Plain data: it is sent to the processes that hold the clients.
import type { Wire } from '../contenders.ts'

export interface Target {
  readonly wire: Wire
  readonly url: string
  readonly room: string
  /** Query of the address. */
  readonly params: Readonly<Record<string, string>>
}
