// The copy of the app that the browser keeps, so that it opens without the server: whether there is one, and whether a
// newer one waits. A newer one is taken when a page loads, or when the person says so, never under their hands.
import { createStore } from '../../../sdk/store.ts'
import type { Store } from '../../../sdk/types.ts'

/** Whether the app opens without the server, or why not. */
export type AppKept = 'asking' | 'kept' | 'plain_http' | 'not_allowed'

export interface AppCopyState {
  readonly kept: AppKept
  /** A newer version is here and waits for this page to be loaded again. */
  readonly newVersion: boolean
}

/** What of a browser is needed. */
export interface AppCopySources {
  /** Undefined where the browser has none, as on pages that came over plain http. */
  readonly workers: ServiceWorkerContainer | undefined
  readonly isSecure: boolean
  readonly reload: () => void
  readonly onProblem: (problem: unknown) => void
}

const WORKER = '/sw.js'
/** Pages stay open for days: a newer version is looked for this often. */
const LOOK_EVERY_MS = 3_600_000
/** A takeover that takes longer than this is not waited for. */
const PATIENCE_MS = 3_000
/** As the worker that the build makes expects it. */
const TAKE_OVER = { type: 'SKIP_WAITING' }

export class AppCopy {
  readonly state: Store<AppCopyState>
  readonly #state = createStore<AppCopyState>({ kept: 'asking', newVersion: false })
  readonly #sources: AppCopySources
  #registration: ServiceWorkerRegistration | undefined
  #isReloading = false

  constructor(sources: AppCopySources) {
    this.state = this.#state
    this.#sources = sources
  }

  /** Call once, when the page has loaded. Never rejects: without a worker the app works as long as the server does. */
  async start(): Promise<void> {
    const { workers, isSecure, onProblem } = this.#sources
    if (workers === undefined) {
      this.#set({ kept: isSecure ? 'not_allowed' : 'plain_http' })
      return
    }
    try {
      // What waited when this page began to load is taken now, before the person does anything on it.
      const before = await workers.getRegistration('/')
      if (before?.waiting && workers.controller !== null) {
        this.#set({ kept: 'kept' })
        if (await this.#takeOver(workers, before.waiting)) return
        // Registering again would wait for what the browser puts off.
        this.#follow(workers, before)
        return
      }
      this.#follow(workers, await workers.register(WORKER))
      await workers.ready
      this.#set({ kept: 'kept' })
    } catch (error) {
      onProblem(error)
      this.#set({ kept: 'not_allowed' })
    }
  }

  /** Loads the page again with the newer version. What is typed is kept at each keystroke. */
  async takeNewVersion(): Promise<void> {
    const { workers, reload } = this.#sources
    const waiting = this.#registration?.waiting
    if (workers === undefined || !waiting || !(await this.#takeOver(workers, waiting))) reload()
  }

  #follow(workers: ServiceWorkerContainer, registration: ServiceWorkerRegistration): void {
    this.#registration = registration
    this.#watch(workers, registration)
    setInterval(() => void this.#look(registration), LOOK_EVERY_MS)
  }

  #watch(workers: ServiceWorkerContainer, registration: ServiceWorkerRegistration): void {
    const hadOne = workers.controller !== null
    const noted = (): void => {
      if (registration.waiting && workers.controller !== null) this.#set({ newVersion: true })
    }
    registration.addEventListener('updatefound', () => {
      const next = registration.installing
      next?.addEventListener('statechange', () => {
        if (next.state === 'installed') noted()
      })
    })
    // Another tab took the newer version: this page still runs the older one.
    workers.addEventListener('controllerchange', () => {
      if (hadOne && !this.#isReloading) this.#set({ newVersion: true })
    })
    noted()
  }

  /**
   * Lets the waiting worker take over, and loads the page again when it has. A browser may keep the old one for as long
   * as it has something to do; then the answer is false, and a takeover that comes later loads nothing by itself.
   */
  async #takeOver(workers: ServiceWorkerContainer, waiting: ServiceWorker): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const takenOver = (): void => resolve(true)
    workers.addEventListener('controllerchange', takenOver, { once: true })
    const timer = setTimeout(() => resolve(false), PATIENCE_MS)
    this.#isReloading = true
    // reason: a worker has no origin to name, unlike a window
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    waiting.postMessage(TAKE_OVER)
    const isTaken = await promise
    clearTimeout(timer)
    workers.removeEventListener('controllerchange', takenOver)
    this.#isReloading = isTaken
    if (isTaken) this.#sources.reload()
    return isTaken
  }

  async #look(registration: ServiceWorkerRegistration): Promise<void> {
    try {
      await registration.update()
    } catch (error) {
      // reason: without the server there is no newer version to be had; the next look comes
      console.info('No newer version of the app could be looked for.', error)
    }
  }

  #set(change: Partial<AppCopyState>): void {
    this.#state.set({ ...this.#state.get(), ...change })
  }
}
