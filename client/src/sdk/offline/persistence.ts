// Asks the browser to keep what is kept, also when room gets short.

/** The parts of a page's global scope that matter here. */
export interface PersistenceScope {
  readonly navigator?: {
    readonly storage?: { readonly persist?: () => Promise<boolean>; readonly persisted?: () => Promise<boolean> }
  }
}

/** `kept`: cleared only by the person. `may be cleared`: by the browser too, when room gets short. */
export type Persistence = 'kept' | 'may be cleared'

let asked: Promise<Persistence> | undefined

/**
 * Asks the browser once per page not to clear what is kept; it may ask the person. Best called when there is something
 * to keep. Never rejects.
 */
export function askToPersist(scope: PersistenceScope = globalThis): Promise<Persistence> {
  asked ??= ask(scope)
  return asked
}

async function ask(scope: PersistenceScope): Promise<Persistence> {
  try {
    const storage = scope.navigator?.storage
    const isKept = (await storage?.persisted?.()) === true || (await storage?.persist?.()) === true
    return isKept ? 'kept' : 'may be cleared'
  } catch {
    // reason: a browser that forbids the question keeps nothing for good.
    return 'may be cleared'
  }
}
