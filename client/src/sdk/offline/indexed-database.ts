// IndexedDB with honest promises: a database that opens or says why not, and transactions that are through only when
// they are complete. Every failure is a StoreError.
import { StoreError, type StoreTrouble } from './device-store.ts'

/** Object stores a new database gets. */
export type StoreLayout = Readonly<Record<string, IDBObjectStoreParameters>>

export interface OpenDatabaseOptions {
  readonly factory: IDBFactory
  readonly name: string
  readonly stores: StoreLayout
  readonly giveUpAfterMs: number
  /** Called once if the database is taken away after it was opened. */
  readonly lost: (error: StoreError) => void
}

/** Rejects with `refused` or `full`, also when the browser never answers: some do not in private windows. */
export function openDatabase(options: OpenDatabaseOptions): Promise<IDBDatabase> {
  const { giveUpAfterMs } = options
  return new Promise((resolve, reject) => {
    const request = requested(() => options.factory.open(options.name, 1))
    let hasGivenUp = false
    const timer = setTimeout(() => {
      hasGivenUp = true
      reject(refused(`The browser did not answer within ${giveUpAfterMs / 1000} s.`))
    }, giveUpAfterMs)
    request.addEventListener('upgradeneeded', () => {
      if (hasGivenUp) request.transaction?.abort()
      else
        for (const [store, parameters] of Object.entries(options.stores))
          request.result.createObjectStore(store, parameters)
    })
    request.addEventListener('error', (event) => {
      event.preventDefault()
      clearTimeout(timer)
      reject(troubleOf(request.error, 'refused'))
    })
    request.addEventListener('success', () => {
      clearTimeout(timer)
      if (hasGivenUp) request.result.close()
      else resolve(watched(request.result, options.lost))
    })
  })
}

/** Where storage is forbidden the very question throws. */
function requested(ask: () => IDBOpenDBRequest): IDBOpenDBRequest {
  try {
    return ask()
  } catch (cause) {
    throw troubleOf(cause, 'refused')
  }
}

/** False when somebody still has it open after the time; it then goes when they close it. */
export function deleteDatabase(factory: IDBFactory, name: string, giveUpAfterMs: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const request = requested(() => factory.deleteDatabase(name))
    const timer = setTimeout(() => resolve(false), giveUpAfterMs)
    request.addEventListener('success', () => {
      clearTimeout(timer)
      resolve(true)
    })
    request.addEventListener('error', (event) => {
      event.preventDefault()
      clearTimeout(timer)
      reject(troubleOf(request.error, 'refused'))
    })
  })
}

/**
 * Runs one transaction on one store. `run` starts the first requests, and may be handed the answers by `on`, from whose
 * callback more can be started; what `answer` was given last is the result once the transaction is complete. A callback
 * that throws ends the transaction without effect, and its error is the rejection.
 */
export function inTransaction<T>(
  db: IDBDatabase,
  store: string,
  mode: 'readonly' | 'readwrite',
  run: (store: IDBObjectStore, steps: Steps<T>) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = begin(db, store, mode)
    let result: { readonly value: T } | undefined
    let thrown: { readonly error: unknown } | undefined
    const guarded = (callback: () => void): void => {
      try {
        callback()
      } catch (error) {
        thrown = { error }
        transaction.abort()
      }
    }
    transaction.addEventListener('complete', () => {
      if (result !== undefined) resolve(result.value)
      else reject(new StoreError('lost', 'A transaction of this browser’s database ended without an answer.'))
    })
    transaction.addEventListener('abort', () => {
      const isOurs = thrown !== undefined && !(thrown.error instanceof DOMException)
      reject(isOurs ? thrown?.error : troubleOf(thrown?.error ?? transaction.error, 'lost'))
    })
    guarded(() =>
      run(transaction.objectStore(store), {
        answer: (value) => {
          result = { value }
        },
        on: (request, then) => request.addEventListener('success', () => guarded(() => then(request.result))),
      }),
    )
  })
}

export interface Steps<T> {
  readonly answer: (value: T) => void
  readonly on: <R>(request: IDBRequest<R>, then: (result: R) => void) => void
}

function begin(db: IDBDatabase, store: string, mode: 'readonly' | 'readwrite'): IDBTransaction {
  try {
    // Strict: a power cut must not take back what was said to be kept.
    return db.transaction(store, mode, { durability: mode === 'readwrite' ? 'strict' : 'default' })
  } catch (cause) {
    throw troubleOf(cause, 'lost')
  }
}

function watched(db: IDBDatabase, lost: (error: StoreError) => void): IDBDatabase {
  // Somebody deletes the database or brings a newer form of it, and waits for us.
  db.addEventListener('versionchange', () => {
    db.close()
    lost(new StoreError('lost', `What this browser kept was deleted or changed from elsewhere. ${IN_MEMORY}`))
  })
  db.addEventListener('close', () => {
    lost(new StoreError('lost', `The browser took away what it kept, as when site data is cleared. ${IN_MEMORY}`))
  })
  return db
}

export const IN_MEMORY = 'What you write now lives in this page only: leave it when everything is saved.'

export function refused(reason: string, cause?: unknown): StoreError {
  return new StoreError('refused', `This browser keeps nothing for this page. ${reason} ${IN_MEMORY}`, { cause })
}

/** What a failure of IndexedDB means. `otherwise` is for all that has nothing to do with room. */
export function troubleOf(cause: unknown, otherwise: StoreTrouble): StoreError {
  if (cause instanceof StoreError) return cause
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : 'no reason given'
  if (name === 'QuotaExceededError') {
    const message = `This browser has no room left for what you write. Free some space and load the page again. ${IN_MEMORY}`
    return new StoreError('full', message, { cause })
  }
  if (otherwise === 'refused') return refused(`It may be a private window (${name}).`, cause)
  return new StoreError('lost', `What this browser keeps can no longer be reached (${name}). ${IN_MEMORY}`, { cause })
}
