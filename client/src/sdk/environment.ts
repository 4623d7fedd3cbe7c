// What the SDK takes from the machine it runs on: clock, chance, timers, HTTP, sockets, news about the network.
import { webSocketWire, type OpenWire } from './wire.ts'

export interface Environment {
  /** Unix time in ms. */
  readonly now: () => number
  readonly random: () => number
  readonly fetch: typeof fetch
  readonly openWire: OpenWire
  /** Calls back after `ms`. Returns what cancels it. */
  readonly setTimer: (callback: () => void, ms: number) => () => void
  /** Says when the machine loses or regains its network. Returns what ends it. */
  readonly onNetwork: (listener: (online: boolean) => void) => () => void
}

export interface EnvironmentChoices {
  readonly WebSocket?: typeof WebSocket
  readonly now?: () => number
  readonly fetch?: typeof fetch
}

/** The browser's, or Node's: there nobody says when the network goes. */
export function platformEnvironment(choices: EnvironmentChoices): Environment {
  return {
    now: choices.now ?? Date.now,
    random: Math.random,
    fetch: choices.fetch ?? ((input, init) => fetch(input, init)),
    openWire: webSocketWire(choices.WebSocket ?? WebSocket),
    setTimer: platformTimer,
    onNetwork: (listener) => {
      if (typeof addEventListener !== 'function') return () => undefined
      const goesOnline = (): void => listener(true)
      const goesOffline = (): void => listener(false)
      addEventListener('online', goesOnline)
      addEventListener('offline', goesOffline)
      return () => {
        removeEventListener('online', goesOnline)
        removeEventListener('offline', goesOffline)
      }
    },
  }
}

/** The platform's timers. */
export function platformTimer(callback: () => void, ms: number): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}
