// Sessions of one device over a FakeServer: pages that are loaded again and again, tabs side by side.
import { tick, type Harness } from './harness.ts'
import { MemoryDevice } from '../offline/memory-store.ts'
import type { JoinOptions, Session } from '../types.ts'

export interface DeviceHarness {
  readonly device: MemoryDevice
  /** Loads the page. Nothing is delivered. */
  readonly load: (options?: Partial<JoinOptions>) => Promise<Session>
  /** Closes the page as a browser does: at once. */
  readonly unload: (session: Session) => Promise<void>
}

export function onDevice(harness: Harness, name: string, device = new MemoryDevice()): DeviceHarness {
  const stores = new Map<Session, { close(): void }>()
  return {
    device,
    load: async (options = {}) => {
      const store = device.open()
      const session = harness.join(name, { store, ...options })
      stores.set(session, store)
      await tick()
      return session
    },
    unload: async (session) => {
      session.close()
      await tick()
      stores.get(session)?.close()
      await tick()
    },
  }
}

/** Delivers, commits and lets the clients act until nothing moves any more. */
export async function settle({ server }: Harness, rounds = 12): Promise<void> {
  for (let i = 0; i < rounds; i++) {
    server.flush()
    await tick(1)
  }
}

/** Long enough for the next attempt to connect. */
export async function comeBack(harness: Harness): Promise<void> {
  harness.server.isUp = true
  await tick(6_000)
  await settle(harness)
}

export function goAway({ server }: Harness): void {
  server.isUp = false
  for (const connection of server.connections.slice()) connection.cut()
}
