// What this browser can do for work without the server, and in words what it cannot.

export interface DeviceSupport {
  /** HTTPS or localhost. Service workers and Web Locks need it. */
  readonly secureContext: boolean
  readonly indexedDb: boolean
  readonly webLocks: boolean
  /** Tabs hear each other. */
  readonly tabChannels: boolean
  readonly serviceWorker: boolean
  /** One may ask that what is kept is not cleared when room gets short. */
  readonly persistentStorage: boolean
}

/** The parts of a page's global scope that matter here. */
export interface SupportScope {
  readonly isSecureContext?: boolean
  readonly indexedDB?: unknown
  readonly BroadcastChannel?: unknown
  readonly navigator?: {
    readonly locks?: unknown
    readonly serviceWorker?: unknown
    readonly storage?: { readonly persist?: () => Promise<boolean>; readonly persisted?: () => Promise<boolean> }
  }
}

/** What is there by name; whether it then works, only opening a store tells. */
export function deviceSupport(scope: SupportScope = globalThis): DeviceSupport {
  return {
    secureContext: scope.isSecureContext === true,
    indexedDb: has(() => scope.indexedDB),
    webLocks: has(() => scope.navigator?.locks),
    tabChannels: has(() => scope.BroadcastChannel),
    serviceWorker: has(() => scope.navigator?.serviceWorker),
    persistentStorage: has(() => scope.navigator?.storage?.persist),
  }
}

/** What is missing and what follows from it, one sentence each; empty when all is there. */
export function supportWords(support: DeviceSupport): readonly string[] {
  const words: string[] = []
  if (!support.indexedDb) {
    words.push('This browser keeps nothing for this page: stay on it until everything is saved.')
  }
  if (!support.secureContext) {
    words.push('This page came by plain HTTP, so it can’t be loaded without the server. Use HTTPS for that.')
  } else if (!support.serviceWorker) {
    words.push('This browser can’t load the page without the server.')
  }
  if (!support.tabChannels) {
    words.push('Without the server, two tabs see each other’s changes only when they are loaded again.')
  }
  return words
}

/** `kept`: cleared only by the person. `may be cleared`: by the browser too, when room gets short. */
export type Persistence = 'kept' | 'may be cleared'

let asked: Promise<Persistence> | undefined

/**
 * Asks the browser once per page not to clear what is kept; it may ask the person. Best called when there is something
 * to keep. Never rejects.
 */
export function askToPersist(scope: SupportScope = globalThis): Promise<Persistence> {
  asked ??= ask(scope)
  return asked
}

async function ask(scope: SupportScope): Promise<Persistence> {
  try {
    const storage = scope.navigator?.storage
    const isKept = (await storage?.persisted?.()) === true || (await storage?.persist?.()) === true
    return isKept ? 'kept' : 'may be cleared'
  } catch {
    // reason: a browser that forbids the question keeps nothing for good.
    return 'may be cleared'
  }
}

function has(find: () => unknown): boolean {
  try {
    return find() !== undefined && find() !== null
  } catch {
    // reason: where storage is forbidden, some browsers throw on its mere mention.
    return false
  }
}
