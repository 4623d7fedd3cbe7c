// One page of a schedule: a session on a machine of its own, that can be closed, or killed at any moment.
import type { Session } from '../types.ts'
import type { Environment } from '../environment.ts'
import { openSession } from '../session.ts'
import type { Wire } from '../wire.ts'
import { SESSION, type FakeServer } from './fake-server.ts'
import type { DeviceTab } from './schedule-device.ts'

export interface PageOptions {
  readonly person: string
  readonly server: FakeServer
  /** Undefined: nothing outlives the page. */
  readonly tab: DeviceTab | undefined
  readonly now: () => number
  readonly fetch: (page: SchedulePage, path: string, body: string) => Promise<Response>
  readonly onProblem: (problem: unknown) => void
}

let pages = 0

export class SchedulePage {
  readonly number = ++pages
  readonly person: string
  readonly session: Session
  readonly tab: DeviceTab | undefined
  #isAlive = true
  /** The newest page when this one ended. */
  #newestAtEnd: number | undefined
  readonly #wires = new Set<Wire>()

  constructor(options: PageOptions) {
    const { person, server, tab, now, onProblem } = options
    this.person = person
    this.tab = tab
    const whileAlive =
      <A extends readonly unknown[]>(callback: (...args: A) => void): ((...args: A) => void) =>
      (...args) => {
        if (this.#isAlive) callback(...args)
      }
    const environment: Environment = {
      now,
      random: () => 0.5,
      fetch: (input, init) =>
        options.fetch(
          this,
          new URL(input instanceof Request ? input.url : input).pathname,
          typeof init?.body === 'string' ? init.body : '',
        ),
      openWire: (url, events) => {
        const wire = server.openWire(url, {
          opened: whileAlive(() => events.opened()),
          received: whileAlive((data) => events.received(data)),
          closed: whileAlive((code, reason) => events.closed(code, reason)),
        })
        this.#wires.add(wire)
        return wire
      },
      setTimer: (callback, ms) => {
        const timer = setTimeout(whileAlive(callback), ms)
        return () => clearTimeout(timer)
      },
      onNetwork: () => () => undefined,
    }
    this.session = openSession(
      {
        url: 'http://coppice.test',
        session: SESSION,
        getTicket: () => Promise.resolve(person),
        onProblem,
        ...(tab === undefined ? {} : { store: tab.store }),
      },
      environment,
    )
  }

  get isAlive(): boolean {
    return this.#isAlive
  }

  /** Whether this page was loaded when the other one was gone. */
  isAfter(other: SchedulePage): boolean {
    return other.#newestAtEnd !== undefined && this.number > other.#newestAtEnd
  }

  /** Leaves as somebody who has time to: what was written is written down. Ends with `afterwards`, given time. */
  leave(): void {
    this.session.close()
  }

  /** For after `leave`, when the machine had time. */
  left(): void {
    this.#isAlive = false
    this.#newestAtEnd = pages
    this.tab?.store.close()
  }

  /** Is gone at once. */
  crash(): void {
    this.#isAlive = false
    this.#newestAtEnd = pages
    this.tab?.crash()
    for (const wire of this.#wires) wire.close()
  }

  /** Frees what the process still holds of a page that is gone. */
  bury(): void {
    this.session.close()
  }
}
