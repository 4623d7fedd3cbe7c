import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notKeptWords } from './app-copy-words.ts'
import { AppCopy } from './app-copy.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

class FakeWorker extends EventTarget {
  readonly postMessage = vi.fn()
  state = 'installing'

  becomes(state: string): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class FakeRegistration extends EventTarget {
  waiting: FakeWorker | null = null
  installing: FakeWorker | null = null
  readonly update = vi.fn(async () => undefined)

  /** The browser found a newer version and has installed it. */
  finds(): FakeWorker {
    const worker = new FakeWorker()
    this.installing = worker
    this.dispatchEvent(new Event('updatefound'))
    this.installing = null
    this.waiting = worker
    worker.becomes('installed')
    return worker
  }
}

class FakeWorkers extends EventTarget {
  controller: object | null = null
  readonly registration = new FakeRegistration()
  readonly getRegistration = async () => (this.controller === null ? undefined : this.registration)
  readonly register = vi.fn(async () => this.registration)
  readonly ready = Promise.resolve()
}

function appCopy({ workers, isSecure = true }: { workers?: FakeWorkers; isSecure?: boolean }) {
  const reload = vi.fn()
  const onProblem = vi.fn()
  // reason: a stand-in with the members that are used
  const container = workers as unknown as ServiceWorkerContainer | undefined
  return { copy: new AppCopy({ workers: container, isSecure, reload, onProblem }), reload, onProblem }
}

test('[UI70] over plain http the app is not kept, and it is said why', async () => {
  const { copy } = appCopy({ isSecure: false })
  await copy.start()
  expect(copy.state.get().kept).toBe('plain_http')
  expect(notKeptWords('plain_http')).toContain('plain http')
})

test('[UI70] where the browser has no workers, or forbids them, the app goes on and says so', async () => {
  const none = appCopy({})
  await none.copy.start()
  expect(none.copy.state.get().kept).toBe('not_allowed')
  const workers = new FakeWorkers()
  workers.register.mockRejectedValue(new DOMException('no', 'SecurityError'))
  const forbidden = appCopy({ workers })
  await forbidden.copy.start()
  expect(forbidden.copy.state.get().kept).toBe('not_allowed')
  expect(forbidden.onProblem).toHaveBeenCalledOnce()
  expect(notKeptWords('not_allowed')).toContain('does not keep')
})

test('[UI71] a newer version that comes while the page is open waits, is told, and is taken when one says so', async () => {
  const workers = new FakeWorkers()
  workers.controller = {}
  const { copy, reload } = appCopy({ workers })
  await copy.start()
  expect(copy.state.get()).toEqual({ kept: 'kept', newVersion: false })
  const next = workers.registration.finds()
  expect(copy.state.get().newVersion).toBe(true)
  expect(next.postMessage).not.toHaveBeenCalled()
  const taken = copy.takeNewVersion()
  expect(next.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' })
  expect(reload).not.toHaveBeenCalled()
  workers.dispatchEvent(new Event('controllerchange'))
  await taken
  expect(reload).toHaveBeenCalledOnce()
})

test('[UI71] a newer version that waited is taken when the page loads', async () => {
  const workers = new FakeWorkers()
  workers.controller = {}
  workers.registration.waiting = new FakeWorker()
  const { copy, reload } = appCopy({ workers })
  const started = copy.start()
  await vi.advanceTimersByTimeAsync(1)
  expect(workers.registration.waiting.postMessage).toHaveBeenCalledOnce()
  workers.dispatchEvent(new Event('controllerchange'))
  await started
  expect(reload).toHaveBeenCalledOnce()
})

test('[UI71] where the browser keeps the old version for longer, the page goes on with it and says that a newer one waits', async () => {
  const workers = new FakeWorkers()
  workers.controller = {}
  workers.registration.waiting = new FakeWorker()
  const { copy, reload } = appCopy({ workers })
  // What the browser puts off it also keeps a registration waiting for.
  workers.register.mockReturnValue(new Promise(() => undefined))
  const started = copy.start()
  await vi.advanceTimersByTimeAsync(3_000)
  await started
  expect(copy.state.get()).toEqual({ kept: 'kept', newVersion: true })
  workers.dispatchEvent(new Event('controllerchange'))
  expect(reload).not.toHaveBeenCalled()
})

test('[UI71] the first copy of all is no newer version, and another tab’s newer version is one', async () => {
  const workers = new FakeWorkers()
  const first = appCopy({ workers })
  await first.copy.start()
  workers.registration.finds()
  workers.dispatchEvent(new Event('controllerchange'))
  expect(first.copy.state.get()).toEqual({ kept: 'kept', newVersion: false })
  workers.controller = {}
  workers.registration.waiting = null
  const second = appCopy({ workers })
  await second.copy.start()
  workers.dispatchEvent(new Event('controllerchange'))
  expect(second.copy.state.get().newVersion).toBe(true)
  expect(second.reload).not.toHaveBeenCalled()
})

test('[UI71] on a page that stays open a newer version is looked for each hour, also after a look that failed', async () => {
  const workers = new FakeWorkers()
  const { copy } = appCopy({ workers })
  await copy.start()
  workers.registration.update.mockRejectedValueOnce(new TypeError('no network'))
  await vi.advanceTimersByTimeAsync(7_200_000)
  expect(workers.registration.update).toHaveBeenCalledTimes(2)
})
